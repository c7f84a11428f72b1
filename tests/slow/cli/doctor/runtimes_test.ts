/** What the doctor of the bundle says in old versions of Deno, in Node and in Bun. */
import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { BUNDLE, bundle } from "../../../../packaging/bundle.ts";
import { NAME } from "../../../../packaging/project.ts";
import { MIN_DENO_VERSION } from "../../../../src/cli/runtime.ts";
import { report } from "../../../cli/doctor/report.ts";
import { fromRegistry } from "../../../npm_programs.ts";
import { isInstalled, MAIN, runToEnd, tempTree } from "../../../program.ts";
import { doctorOf } from "./starts.ts";

await bundle();

const NEEDS = `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is`;
const IGNORED = Deno.build.os !== "linux" || !isInstalled("npm");
const HOST = "have your host start it; this prints how, for HOST";

/** Notes by the first version that no longer needs them. */
const NOTES = (version: string) => ({
  watching: `with Deno ${version} no directory is watched, so every call checks every file. Deno 2.9 or later watches.`,
  http: `with Deno ${version}, HTTP keeps connections with half a request open. Deno 2.9 or later closes them.`,
  names: `Deno ${version} does not list file names that are not UTF-8, so answers don't count them. ` +
    "Deno 2.9 or later does.",
});

/** Deno of a version, from npm. */
async function denoOf(version: string): Promise<{ deno: string; upgrade: string }> {
  const modules = await fromRegistry(`deno@${version}`);
  return { deno: join(modules, "deno", "deno"), upgrade: `npm install --prefix ${dirname(modules)} deno@latest` };
}

for (
  const [version, lacks] of [
    [MIN_DENO_VERSION, ["watching", "names"]],
    ["2.8.0", ["watching", "names"]],
    ["2.8.3", ["watching"]],
    ["2.9.0", []],
  ] as const
) {
  Deno.test({
    name: `Deno ${version} ${
      lacks.length === 0 ? "is new enough" : `lacks ${lacks.join(" and ")}, and is to be upgraded`
    }`,
    ignore: IGNORED,
    fn: async () => {
      using files = tempTree({ "a.txt": "gold\n" });
      const { deno, upgrade } = await denoOf(version), root = files.path;
      const start = `deno run --no-prompt --allow-read=${root} ${BUNDLE}`;
      const text = report({
        root,
        start,
        deno: version,
        rows: lacks.length === 0 ? {} : { changes: "every call checks all files" },
        notes: lacks.map((lack) => NOTES(version)[lack]),
        next: lacks.length === 0
          ? `${HOST}: deno run --no-prompt ${BUNDLE} config HOST --root ${root}`
          : `upgrade Deno: ${upgrade}`,
      });
      const [, ...args] = doctorOf(BUNDLE, root);
      assertEquals(await runToEnd([deno, ...args]), { code: 0, stdout: text, stderr: "" });
    },
  });
}

Deno.test({
  name: "over HTTP, a Deno before 2.9 lacks that connections are closed",
  ignore: IGNORED,
  fn: async () => {
    using files = tempTree({ "a.txt": "gold\n" });
    const { deno } = await denoOf("2.8.3"), root = files.path;
    const grants = [`--allow-read=${root}`, "--allow-net=127.0.0.1:8080", "--allow-env=FOSSICK_TOKEN"];
    const [, ...args] = doctorOf(BUNDLE, root, ...grants);
    const { stdout } = await runToEnd([deno, ...args, "--http", "8080"]);
    const { watching, http } = NOTES("2.8.3");
    assertEquals([...stdout.matchAll(/^note: +(.*)$/gm)].map(([, note]) => note), [watching, http]);
  },
});

Deno.test({
  name: "a Deno that is too old is refused, from source and in the bundle, with the command that upgrades it",
  ignore: IGNORED,
  fn: async () => {
    const { deno, upgrade } = await denoOf("2.5.6");
    const stderr = `${NEEDS} Deno 2.5.6; upgrade it with: ${upgrade}\n`;
    for (const script of [BUNDLE, MAIN]) {
      assertEquals(await runToEnd([deno, "run", "--no-prompt", script, "doctor"]), { code: 2, stdout: "", stderr });
    }
  },
});

Deno.test({
  name: "Bun and a Node that reads TypeScript are refused in one sentence, with the command to type instead",
  ignore: IGNORED,
  fn: async () => {
    const programs = {
      "Bun 1.4.5": join(await fromRegistry("bun@1.4.5"), ".bin", "bun"),
      "Node.js 24": join(await fromRegistry("node@24.21.0"), ".bin", "node"),
    };
    for (const [name, program] of Object.entries(programs)) {
      const stderr = `${NEEDS} ${name}; start it with: npx -y ${NAME} doctor --lang en\n`;
      for (const script of [BUNDLE, MAIN]) {
        assertEquals(await runToEnd([program, script, "doctor", "--lang", "en"]), { code: 2, stdout: "", stderr });
      }
    }
  },
});
