import { assert, assertEquals } from "@std/assert";
import type { Door } from "../../src/door/door.ts";
import { read } from "../../src/engine/ops/read.ts";
import type { ByteRange, LineRange } from "../../src/model/request.ts";
import { finish, jobOn } from "../engine/job_on.ts";
import { isInstalled } from "../program.ts";
import { type Random, seeded } from "../seed.ts";
import { withTree } from "../engine/with_tree.ts";

function readAt(door: Door, path: string, range: ByteRange | LineRange) {
  return finish(read({ op: "read", path, range, timeoutMs: 4000 }, jobOn(door)));
}

/** The standard output of another program. */
function outputOf(program: string, ...args: string[]): string {
  const { success, stdout } = new Deno.Command(program, { args, stderr: "null", env: { LC_ALL: "C" } }).outputSync();
  assert(success, program);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(stdout);
}

// The programs to compare with exist only on Unix.
const noUnixTools = !["sed", "tail", "wc", "dd"].every(isInstalled);

/** A text of up to a few hundred kilobytes, with short and long lines. */
function randomText(random: Random): string {
  const words = ["alpha ", "für ", "日本語 ", "\t", "🦀", "x".repeat(300), "\r"];
  const lines = Array.from({ length: random.int(random.pick([3, 50, 3000])) }, () => {
    return Array.from({ length: random.int(12) }, () => random.pick(words)).join("");
  });
  return lines.join("\n") + (random.chance(0.5) ? "\n" : "");
}

Deno.test({
  name: "lines are those that sed, tail and wc give",
  ignore: noUnixTools,
  fn() {
    const random = seeded("sed and tail");
    withTree({}, (door, dir) => {
      const file = `${dir}/file.txt`;
      for (let round = 0; round < 50; round++) {
        const text = randomText(random);
        Deno.writeTextFileSync(file, text);
        const breaks = Number(outputOf("wc", "-l", file).trim().split(" ")[0]);
        const total = breaks + (text === "" || text.endsWith("\n") ? 0 : 1);
        const from = 1 + random.int(total + 2), max = 1 + random.int(40);
        const page = readAt(door, "file.txt", { type: "lines", start: from, max, maxBytes: 2 ** 20 });
        assertEquals(page.totalLines, total);
        assertEquals(page.content, withoutBreak(outputOf("sed", "-n", `${from},${from + max - 1}p`, file)));
        const tail = readAt(door, "file.txt", { type: "lines", start: -max, max, maxBytes: 2 ** 20 });
        assertEquals(tail.content, withoutBreak(outputOf("tail", "-n", String(max), file)));
      }
    });
  },
});

/** Lines joined by LF: the other programs treat the CR of CR LF as part of the line. */
function withoutBreak(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/\n$/, "");
}

Deno.test({
  name: "ASCII pages of bytes are those that dd cuts",
  ignore: noUnixTools,
  fn() {
    const random = seeded("dd");
    withTree({}, (door, dir) => {
      const file = `${dir}/file.txt`;
      Deno.writeTextFileSync(file, Array.from({ length: 9000 }, (_, i) => `line ${i * 7919}\n`).join(""));
      for (let round = 0; round < 25; round++) {
        const offset = random.int(140_000), max = 1 + random.int(70_000);
        const page = readAt(door, "file.txt", { type: "bytes", offset, max });
        const cut = ["bs=1M", "iflag=skip_bytes,count_bytes", `skip=${offset}`, `count=${max}`];
        assertEquals(page.content, outputOf("dd", `if=${file}`, ...cut));
      }
    });
  },
});
