/**
 * Writes while others read: a process that takes the steps it is sent, line by line, and says of each line when it is
 * done. `deno run -A writer.ts ROOT`
 * @module
 */
import { Disk } from "./disk.ts";

const disk = new Disk(Deno.args[0]);
const said = new TextEncoder().encode(".");
let rest = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    for (const step of JSON.parse(line)) disk.take(step);
    Deno.stdout.writeSync(said);
  }
}
