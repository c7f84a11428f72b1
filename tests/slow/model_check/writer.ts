/**
 * The writer's process: performs the steps it receives, line by line, and acknowledges each line.
 * `deno run -A writer.ts ROOT`
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
