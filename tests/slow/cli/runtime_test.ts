import { assertEquals } from "@std/assert";
import { BUNDLE, bundle } from "../../../packaging/bundle.ts";
import { NAME } from "../../../packaging/project.ts";
import { MIN_DENO_VERSION } from "../../../src/cli/runtime.ts";
import { isInstalled, MAIN, runToEnd } from "../../program.ts";

const NEEDS = `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is`;

Deno.test({
  name: "node gets one sentence from the bundle, and from main.ts if it can load that",
  ignore: !isInstalled("node"),
  fn: async () => {
    await bundle();
    const said = await runToEnd(["node", BUNDLE, "doctor"]);
    assertEquals([said.code, said.stdout, said.stderr.split("\n").length], [2, "", 2]);
    assertEquals(
      [
        said.stderr.startsWith(NEEDS),
        said.stderr.endsWith(`npx -y ${NAME}
`),
      ],
      [true, true],
      said.stderr,
    );
    const { stderr } = await runToEnd(["node", MAIN]);
    assertEquals(stderr.startsWith(NEEDS) || stderr.includes("Unknown file extension"), true, stderr);
  },
});
