/** What the doctor of the bundle says in old versions of Deno, in Node and in Bun. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { BUNDLE, bundle } from "../../../../packaging/bundle.ts";
import { NAME } from "../../../../packaging/project.ts";
import { MIN_DENO_VERSION } from "../../../../src/cli/runtime.ts";
import { report } from "./report.ts";
import { fromRegistry } from "../../../npm_programs.ts";
import { isInstalled, MAIN, runToEnd, tempTree } from "../../../program.ts";
import { doctorOf } from "./starts.ts";

await bundle();

const NEEDS = `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is`;
const ADVICE = `upgrade it, or start fossick with: npx -y ${NAME}`;
const IGNORED = Deno.build.os !== "linux" || !isInstalled("npm");
const HOST = "have your host start it; this prints how, for HOST";

/** Deno of a version, from npm. */
async function denoOf(version: string): Promise<string> {
  return join(await fromRegistry(`deno@${version}`), "deno", "deno");
}

for (const [version, isOld] of [[MIN_DENO_VERSION, true], ["2.8.3", true], ["2.9.0", false]] as const) {
  Deno.test({
    name: `Deno ${version} ${isOld ? "is to be upgraded" : "is new enough"}`,
    ignore: IGNORED,
    fn: async () => {
      using files = tempTree({ "a.txt": "gold\n" });
      const deno = await denoOf(version),
        root = files.path,
        start = `deno run --no-prompt --allow-read=${root} ${BUNDLE}`;
      const text = report({
        ...{ root, start, deno: version },
        ...isOld && { rows: { cache: "512 MB; stat" }, failed: ["watching"], notes: [oldDeno(version)] },
        next: isOld
          ? "run this, then start fossick again: deno upgrade"
          : `${HOST}: deno run --no-prompt ${BUNDLE} config HOST --root ${root}`,
      });
      const [, ...args] = doctorOf(BUNDLE, root);
      assertEquals(await runToEnd([deno, ...args]), { code: 0, stdout: text, stderr: "" });
    },
  });
}

function oldDeno(version: string): string {
  return `Deno ${version} can't do all: from 2.9 on fossick watches directories, closes idle connections of HTTP and ` +
    "counts file names that are not UTF-8.";
}

Deno.test({
  name: "a Deno that is too old is refused, from source and in the bundle",
  ignore: IGNORED,
  fn: async () => {
    const deno = await denoOf("2.5.6"), stderr = `${NEEDS} Deno 2.5.6; ${ADVICE}\n`;
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
      const stderr = `${NEEDS} ${name}; ${ADVICE}\n`;
      for (const script of [BUNDLE, MAIN]) {
        assertEquals(await runToEnd([program, script, "doctor", "--lang", "en"]), { code: 2, stdout: "", stderr });
      }
    }
  },
});
