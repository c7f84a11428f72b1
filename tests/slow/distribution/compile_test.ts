import { assertEquals, assertMatch } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { dirname, fromFileUrl, join } from "@std/path";
import { TARGETS, whyNotCompiled } from "../../../packaging/compile.ts";
import { answer as chatAnswer, CHAT, ScriptedApi } from "../../consult/scripted_api.ts";
import { baseRuntime } from "../../base_runtime.ts";
import { runToEnd, tempTree } from "../../program.ts";

const CHECKOUT = fromFileUrl(new URL("../../../", import.meta.url));
const base = await baseRuntime();
if ("missing" in base) console.error(`The compiled form is not tested: ${base.missing}`);

Deno.test({
  name: "deno task compile makes one binary whose engine holds its roots and nothing else",
  ignore: "missing" in base,
  fn: async () => {
    if ("missing" in base) return;
    const path = `${dirname(base.deno)}:${Deno.env.get("PATH") ?? ""}`;
    const compiled = await runToEnd([base.deno, "task", "compile"], {
      cwd: CHECKOUT,
      env: { ...base.env, PATH: path },
    });
    assertEquals([compiled.code, compiled.stdout], [0, ""], compiled.stderr);
    const binary = join(CHECKOUT, "dist", "fossick");
    using files = tempTree({ "a.txt": "gold\n", "b/c.txt": "gold\n", "code.py": "def f(): pass\n" });
    using elsewhere = tempTree({});
    using temporary = tempTree({});

    const env = { TMPDIR: temporary.path };
    const doctor = await runToEnd([binary, "--root", files.path, "doctor"], { cwd: elsewhere.path, env });
    const diagnosis = JSON.parse(doctor.stdout);
    const next = `have your host start it; this prints how, for HOST: ${binary} config HOST --root ${files.path}`;
    assertEquals([doctor.code, diagnosis.problems, diagnosis.engine.mode, diagnosis.next], [0, [], "threads", next]);
    assertEquals(held(diagnosis.engine.permissions), [`read:${files.path}`]);
    assertEquals(held(diagnosis.main), []);
    // The next start would run cached code from there, whoever wrote it.
    assertEquals([...Deno.readDirSync(temporary.path)], []);

    const client = new Client({ name: "t", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: binary, args: ["--root", files.path], stderr: "inherit" }),
    );
    const search = { name: "search_content", arguments: { roots: ["."], query: "gold", total_only: true } };
    const answer = await client.callTool(search);
    assertEquals(Object(answer.structuredContent).total, 2);
    const outline = await client.callTool({ name: "read_file", arguments: { path: "code.py", outline: true } });
    assertEquals(Object(outline.structuredContent).language, "python");
    await client.close();

    await using api = new ScriptedApi({ [CHAT]: () => chatAnswer("Gold.") });
    const provided = ["--root", files.path, "--provider-url", api.url];
    const network = JSON.parse((await runToEnd([binary, ...provided, "doctor"])).stdout);
    assertEquals([network.problems, held(network.network.permissions), held(network.main)], [
      [],
      [`net:${api.host}`],
      [],
    ]);
    const asked = await runToEnd([
      binary,
      ...provided,
      "call",
      "consult_files",
      "--files",
      "*.txt",
      "--query",
      "?",
      "--model=m",
      "--text",
    ]);
    assertEquals([asked.code, asked.stdout], [0, "Gold.\n"]);

    const missing = await runToEnd([binary, "--root", join(files.path, "nope")]);
    assertMatch(missing.stderr, /^fossick: --root \S+nope does not exist\.\n$/);
    assertEquals(missing.code, 2);
  },
});

Deno.test("a base runtime that can't be downloaded is reported in a sentence, with what to do", () => {
  const url = "https://dl.deno.land/release/v2.9.6/denort.zip";
  const said = new Error(
    `deno compile: error: Writing deno compile executable to temporary file 'x'\n\nCaused by:\n    0: Setting up base ` +
      `binary.\n    1: error sending request for url (${url}): client error (Connect)\n    2: client error (Connect)`,
  );
  const missing = `Deno's base runtime can't be downloaded from ${url}`;
  const own = `${missing}: name one that is on this machine by DENORT_BIN=/path/to/denort.`;
  assertEquals(whyNotCompiled(said), own);
  const told = TARGETS.map((target) => whyNotCompiled(said, target));
  assertEquals(told, TARGETS.map(({ name }) => name === Deno.build.target ? own : `${missing}.`));
  assertEquals(whyNotCompiled(new Error("deno bundle: error: no")), "deno bundle: error: no");
});

function held(permissions: Record<string, string>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}
