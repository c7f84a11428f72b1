/**
 * Seed 002, "file list instead of path and regex": its valid and invalid examples, in directories of the test. @module
 */
import { assertEquals } from "@std/assert";
import { answer, CHAT, ScriptedApi } from "../consult/scripted_api.ts";
import { openTools } from "../open_tools.ts";
import { fossickWith, runToEnd, tempTree } from "../program.ts";

/** Its simple case. */
const SIMPLE = String.raw`{
  "files": ["/home/project/src/*.py"],
  "query": "Find all TODO comments",
  "model": "gemini-2.5-flash"
}`;

/** Its complex case. */
const COMPLEX = String.raw`{
  "files": [
    "/home/project/src/*.py",
    "/home/project/lib/*.py",
    "/home/project/tests/*_test.py", 
    "/home/project/README.md",
    "/home/project/docs/*.md",
    "/home/shared/utils.py"
  ],
  "query": "Analyze the architecture",
  "model": "gemini-2.5-pro"
}`;

const HOMES = {
  "Users/john/project/src/main.py": "print(1)\n",
  "Users/john/project/src/util.py": "x = 1\n",
  "Users/john/project/src/.git/config.py": "no\n",
  "Users/john/project/lib/app.js": "let a;\n",
  "Users/john/project/README.md": "# P\n",
  "Users/john/other_project/main.py": "pass\n",
  "home/project/src/a.py": "# TODO a\n",
  "home/project/lib/b.py": "b = 2\n",
  "home/project/tests/c_test.py": "def test(): pass\n",
  "home/project/tests/d.py": "no\n",
  "home/project/README.md": "# R\n",
  "home/project/docs/e.md": "# E\n",
  "home/shared/utils.py": "u = 3\n",
};

/** The seed's JSON with its /Users and /home below `root`. */
function here(json: string, root: string): { files: string[] } {
  return JSON.parse(json.replaceAll('"/Users/', `"${root}/Users/`).replaceAll('"/home/', `"${root}/home/`));
}

/** The files that would be sent, and those that would not. */
async function manifest(root: string, args: { files: string[] }, roots = [root]) {
  using tools = await openTools("default", roots);
  const { files, left_out } = await tools.ask("consult_files", { ...args, dry_run: true });
  return { files: Array.isArray(files) ? files.map(({ path }) => path) : [], left_out };
}

Deno.test("seed 002: the proposed call names files and patterns, and each file is sent once", async () => {
  using homes = tempTree(HOMES);
  const proposed = here(
    String.raw`{
  "files": [
    "/Users/john/project/src/*.py",
    "/Users/john/project/lib/*.js",
    "/Users/john/project/README.md",
    "/Users/john/other_project/main.py"
  ],
  "query": "What does this code do?",
  "model": "gemini-2.5-flash"
}`,
    homes.path,
  );
  assertEquals(await manifest(homes.path, proposed), {
    files: [
      "Users/john/project/src/main.py",
      "Users/john/project/src/util.py",
      "Users/john/project/lib/app.js",
      "Users/john/project/README.md",
      "Users/john/other_project/main.py",
    ],
    left_out: [],
  });
  const twice = { ...proposed, files: [...proposed.files, ...proposed.files] };
  assertEquals(await manifest(homes.path, twice), await manifest(homes.path, proposed));
});

/** Asks a real endpoint. Returns the answer, and the prompt that the model received. */
async function ask(homes: string, json: string) {
  await using api = new ScriptedApi({ [CHAT]: () => answer("Good.") });
  const roots = [`${homes}/home/project`, `${homes}/home/shared`];
  const flags = [`--allow-read=${roots.join(",")}`, `--allow-net=${api.host}`];
  const args = json.replaceAll('"/home/', `"${homes}/home/`);
  const options = ["--provider-url", api.url, "--provider-model", "any", ...roots.flatMap((root) => ["--root", root])];
  const { code, stdout } = await runToEnd(fossickWith(flags, ...options, "call", "consult_files", args));
  const [asked] = api.asked;
  return { code, answer: JSON.parse(stdout), model: asked?.model, prompt: String(asked?.messages[1].content ?? "") };
}

Deno.test("seed 002: the simple case is asked of the model it names", async () => {
  using homes = tempTree(HOMES);
  const asked = await ask(homes.path, SIMPLE);
  assertEquals([asked.code, asked.answer.answer, asked.model], [0, "Good.", "gemini-2.5-flash"]);
  assertEquals(
    asked.prompt.replaceAll(/\[[a-z]{10}\]/g, "[mark]"),
    "===== file src/a.py (1 line) [mark] =====\n# TODO a\n===== end of src/a.py [mark] =====\n\nFind all TODO comments",
  );
});

Deno.test("seed 002: the complex case sends each file once, in its order, and nothing else", async () => {
  using homes = tempTree(HOMES);
  const asked = await ask(homes.path, COMPLEX);
  const sent = [
    "src/a.py",
    "lib/b.py",
    "tests/c_test.py",
    "README.md",
    "docs/e.md",
    `${homes.path}/home/shared/utils.py`,
  ];
  assertEquals([
    asked.code,
    asked.model,
    asked.answer.files.map(({ path }: { path: string }) => path),
    asked.answer.left_out,
  ], [
    0,
    "gemini-2.5-pro",
    sent,
    [],
  ]);
  assertEquals([...asked.prompt.matchAll(/^=+ file (\S+) /gm)].map(([, path]) => path), sent);
});

Deno.test("seed 002: /home/shared is answered only if it is a root", async () => {
  using homes = tempTree(HOMES);
  const { files, left_out } = await manifest(`${homes.path}/home/project`, here(COMPLEX, homes.path));
  assertEquals(files, ["src/a.py", "lib/b.py", "tests/c_test.py", "README.md", "docs/e.md"]);
  assertEquals(Object(left_out).map(({ path }: { path: string }) => path), [`${homes.path}/home/shared/utils.py`]);
});

Deno.test("seed 002: without a model the call says so, and lists what it would have sent", async () => {
  using homes = tempTree(HOMES);
  using tools = await openTools("default", [`${homes.path}/home/project`]);
  const { error, files } = await tools.ask("consult_files", here(SIMPLE, homes.path));
  assertEquals([Object(error).code, Object(files)[0]?.path], ["CONSULT_UNAVAILABLE", "src/a.py"]);
});

/** The code and message that refuse an invalid entry. */
async function refusal(root: string, entry: string): Promise<string> {
  using tools = await openTools("default", [root]);
  const { error } = await tools.ask("consult_files", { files: [entry], query: "q", dry_run: true });
  return `${Object(error).code}: ${Object(error).message}`;
}

Deno.test("seed 002: each invalid example is refused by a rule of its own", async () => {
  using homes = tempTree(HOMES);
  const root = homes.path, home = `${root}/home`;
  const path = "wildcards are allowed only in the file name, and ** nowhere.";
  const extension = "a wildcard needs an extension after it, spelled out.";
  assertEquals(await refusal(root, `${home}/**/*.py`), `INVALID_ARGUMENT: ${home}/**/*.py: ${path}`);
  assertEquals(await refusal(root, `${home}/project/*`), `INVALID_ARGUMENT: ${home}/project/*: ${extension}`);
  assertEquals(await refusal(root, `${home}/*/project/*.py`), `INVALID_ARGUMENT: ${home}/*/project/*.py: ${path}`);
  assertEquals(
    await refusal(root, `${home}/project/docs`),
    "NOT_A_FILE: home/project/docs is a directory; files are named one by one or by a pattern with an extension.",
  );
  assertEquals(await refusal(root, `${home}/nope.py`), `NOT_FOUND: ${home}/nope.py does not exist.`);
});

Deno.test("seed 002: failed entries do not keep the others from being sent, and relative ones are allowed", async () => {
  using homes = tempTree(HOMES);
  const home = `${homes.path}/home`, entries = [`${home}/**/*.py`, `${home}/project/*`, "src/*.py"];
  const { files, left_out } = await manifest(`${home}/project`, { files: entries, ...{ query: "q" } });
  assertEquals([files, Object(left_out).length], [["src/a.py"], 2]);
});
