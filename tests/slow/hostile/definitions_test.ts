/**
 * No source file blocks a call for its definitions, the processor or the next call.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { LANGUAGES } from "../../../src/engine/structure/languages.ts";
import { processorMs, untilIdle } from "../../process_stats.ts";
import { tempTree } from "../../program.ts";
import { ALL, SCOPED } from "../../sandbox/setups.ts";
import { StdioHost } from "../../stdio_host.ts";

const MEGABYTE = 2 ** 20;

/** Texts that parsers take long for, or much memory. */
const TEXTS: readonly string[] = [
  ...["(", "{", "[", "<", "`${", '"\n', "a+", "if(a)", "<<A\n", "/*", "'", "#", "x = "].map((part) =>
    part.repeat(Math.floor(MEGABYTE / part.length))
  ),
  "function f(){".repeat(10_000) + "}".repeat(10_000),
  "class A {".repeat(10_000),
  "  ".repeat(1000) + Array.from({ length: 1000 }, (_, i) => " ".repeat(i) + "if x:\n").join(""),
  "a".repeat(MEGABYTE),
  "f(a);".repeat(10 * MEGABYTE),
];
const EXTENSIONS = LANGUAGES.map(({ extensions }) => extensions[0]);
const TIMEOUT_MS = 1000;
/** Milliseconds of processor time for a call: its timeout, a start of the parser, and reading 50 MB. */
const MAX_CPU_MS = 5 * TIMEOUT_MS;

for (const [setup, first] of [[SCOPED, 0], [ALL, 1]] as const) {
  Deno.test(`hostile sources in every language are outlined in time, under ${setup.name}`, async () => {
    const cases = TEXTS.flatMap((text, i) => EXTENSIONS.map((extension) => ({ name: `${i}.${extension}`, text })));
    const chosen = cases.filter((_, i) => i % 8 === first), good = "class A:\n  def f(self): pass\n";
    using files = tempTree({ "good.py": good });
    await using host = await StdioHost.start(setup.line(files.path, "--timeout-ms", String(TIMEOUT_MS)));
    for (const { name, text } of chosen) {
      Deno.writeTextFileSync(`${files.path}/${name}`, text);
      const before = processorMs(host.pid);
      const { error } = await host.call("read_file", { path: name, outline: true });
      await untilIdle(host.pid);
      const used = processorMs(host.pid) - before;
      assertEquals(error, undefined, name);
      assert(used < MAX_CPU_MS, `${name}: ${used} ms of processor time`);
      Deno.removeSync(`${files.path}/${name}`);
      const next = await host.call("read_file", { path: "good.py", outline: true });
      assert(Array.isArray(next.definitions) && next.definitions.length === 2, `after ${name}`);
    }
  });
}
