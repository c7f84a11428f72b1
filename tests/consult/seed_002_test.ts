import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { fossickWith, runToEnd, tempTree } from "../program.ts";
import { COMPLEX, SIMPLE } from "../seeds/seed_002.ts";
import { answer, CHAT, ScriptedApi } from "./scripted_api.ts";

/** The directories of the seed's examples, below a temporary one. */
const HOMES = {
  "home/project/src/a.py": "# TODO a\n",
  "home/project/src/b.txt": "not asked for\n",
  "home/project/lib/b.py": "b = 2\n",
  "home/project/tests/c_test.py": "def test(): pass\n",
  "home/project/tests/d.py": "not asked for\n",
  "home/project/README.md": "# R\n",
  "home/project/docs/e.md": "# E\n",
  "home/shared/utils.py": "u = 3\n",
  "elsewhere/f.py": "not asked for\n",
};

/** The seed's JSON without its comments. `src/*.py` is not an error: relative entries are allowed. */
const INVALID = String.raw`{
  "files": [
    "/home/**/*.py",
    "/home/project/*",
    "src/*.py",
    "/home/*/project/*.py"
  ]
}`;

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

function paths(files: unknown): string[] {
  return Array.isArray(files) ? files.map(({ path }) => path) : [];
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
  assertEquals([asked.code, asked.model, paths(asked.answer.files), asked.answer.left_out], [
    0,
    "gemini-2.5-pro",
    sent,
    [],
  ]);
  assertEquals([...asked.prompt.matchAll(/^=+ file (\S+) /gm)].map(([, path]) => path), sent);
  assertEquals(asked.prompt.includes("not asked for"), false);
});

Deno.test("seed 002: invalid entries are refused with reasons, and the others are still sent", async () => {
  using homes = tempTree(HOMES);
  const { files } = JSON.parse(INVALID);
  const asked = await ask(homes.path, JSON.stringify({ files, query: "Find all TODO comments" }));
  assertEquals(paths(asked.answer.files), ["src/a.py"]);
  assertEquals(
    asked.answer.left_out.map(({ path, reason }: Record<string, string>) => [path, reason?.split(". ")[0]]),
    [
      [
        `${homes.path}/home/**/*.py`,
        `${homes.path}/home/**/*.py: wildcards are allowed only in the file name, and ** nowhere`,
      ],
      [
        `${homes.path}/home/project/*`,
        `${homes.path}/home/project/*: a wildcard needs an extension after it, spelled out`,
      ],
      [
        `${homes.path}/home/*/project/*.py`,
        `${homes.path}/home/*/project/*.py: wildcards are allowed only in the file name, and ** nowhere`,
      ],
    ],
  );
});

Deno.test("seed 002: a directory, a missing file, and one outside are each reported; if alone, as the error", async () => {
  using homes = tempTree(HOMES);
  const cases = [
    ["/home/project/src", "NOT_A_FILE"],
    ["/home/project/src/none.py", "NOT_FOUND"],
    ["/home/project/src/*.rs", "NOT_FOUND"],
    [`${homes.path}/elsewhere/f.py`, "PATH_OUTSIDE_ROOT"],
    [fromFileUrl(import.meta.url), "PATH_OUTSIDE_ROOT"],
  ];
  for (const [entry, code] of cases) {
    const alone = await ask(homes.path, JSON.stringify({ files: [entry], query: "?" }));
    assertEquals([entry, alone.code, alone.answer.error.code, alone.prompt], [entry, 2, code, ""]);
  }
  const all = await ask(
    homes.path,
    JSON.stringify({ files: [...cases.map(([entry]) => entry), "lib/*.py"], query: "?" }),
  );
  assertEquals([all.code, paths(all.answer.files), all.answer.left_out.length], [0, ["lib/b.py"], cases.length]);
});
