import { assertEquals, assertStringIncludes } from "@std/assert";
import { manPage } from "../../packaging/shell/man.ts";
import { argumentFlags, sharedFlags } from "../../src/cli/help/help_flags.ts";
import { dashed } from "../../src/cli/command_line/grammar.ts";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { shellExample } from "../../src/cli/command_line/shell_spelling.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { runToEnd, tempTree } from "../program.ts";
import { hasShell } from "./shells.ts";

const FILES = tempTree({ "fossick.1": manPage() + "\n" }), PAGE = `${FILES.path}/fossick.1`;
addEventListener("unload", () => FILES[Symbol.dispose]());

/** The page's text, without the marks of bold and underlined letters. */
async function shown(): Promise<string> {
  const { stdout } = await runToEnd(["groff", "-man", "-Tutf8", "-P-cbou", "-rLL=200n", PAGE]);
  return stdout.replaceAll("\u2010", "-").replaceAll("\u2019", "'").replace(/\s+/g, " ");
}

const groff = await hasShell("groff");
if (!groff) console.error("The manual page is not formatted with groff: it is not installed.");
Deno.test({
  name: "groff shows every option, tool and flag of the page, and warns of nothing",
  ignore: !groff,
  fn: async () => {
    const checked = await runToEnd(["groff", "-man", "-ww", "-Tutf8", "-z", PAGE]);
    assertEquals([checked.code, checked.stderr], [0, ""]);
    const page = await shown(), tools = PROFILES.flatMap((profile) => toolsOf(profile));
    const examples = PROFILES.flatMap((profile) => toolsOf(profile).map((tool) => shellExample(profile, tool)));
    for (const flag of [...sharedFlags("en"), ...tools.flatMap((tool) => argumentFlags(tool, "en"))]) {
      assertStringIncludes(
        page,
        [dashed(flag), ...(flag.value === undefined ? [] : [flag.value]), flag.help].join(" "),
      );
    }
    for (const example of examples) assertStringIncludes(page, example);
  },
});

const mandoc = await exists("mandoc");
if (!mandoc) console.error("The manual page is not checked with mandoc: it is not installed.");
Deno.test({
  name: "mandoc misses nothing in the page but a date",
  ignore: !mandoc,
  fn: async () => {
    const { stdout, stderr } = await runToEnd(["mandoc", "-Tlint", PAGE]);
    assertEquals([stdout, stderr], [`mandoc: ${PAGE}:1:15: WARNING: missing date, using "": TH\n`, ""]);
  },
});

/** mandoc has no --version. */
async function exists(program: string): Promise<boolean> {
  try {
    await runToEnd([program, "-V"]);
    return true;
  } catch {
    return false;
  }
}
