/** Whether zod's JIT is off. @module */
import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { firstLines } from "../../program.ts";

const CHECKOUT = new URL("../../../", import.meta.url);

/** Runs the program, which reports on stderr how many functions were made from strings. */
const COUNTING = `
  let made = 0;
  const construct = (target, args, as) => (made++, Reflect.construct(target, args, as));
  const apply = (target, _, args) => construct(target, args, target);
  globalThis.Function = new Proxy(Function, { construct, apply });
  const { run } = await import(${JSON.stringify(new URL("src/cli/run.ts", CHECKOUT).href)});
  await run(Deno.args);
  console.error("made", made);
`;

Deno.test("no schema of a tool or of the protocol is compiled from strings", async () => {
  const clientInfo = { name: "test", version: "1" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "read_file", arguments: { path: "LICENSE", max_lines: 1 } } },
  ];
  const cwd = fromFileUrl(CHECKOUT), args = ["eval", "--quiet", COUNTING, "serve", "--root", cwd];
  const child = new Deno.Command(Deno.execPath(), { args, cwd, stdin: "piped", stdout: "piped", stderr: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  for (const message of messages) {
    await writer.write(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n"));
  }
  const [, read] = await firstLines(child.stdout, 2);
  await writer.close();
  assertEquals(/MIT License/.test(read), true);
  const { stderr } = await child.output();
  assertEquals(/made \d+/.exec(new TextDecoder().decode(stderr))?.[0], "made 0");
});
