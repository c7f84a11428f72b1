import { assertEquals } from "@std/assert";
import { outline } from "../../../src/engine/ops/outline.ts";
import type { OutlineReport } from "../../../src/model/report.ts";
import type { OutlineRequest } from "../../../src/model/request.ts";
import { finishWaiting, jobOn } from "../job_on.ts";
import { bytesFile, MemoryDoor, type MemoryFile } from "../memory_door.ts";

const encoded = (text: string) => bytesFile(new TextEncoder().encode(text));

async function outlineOf(path: string, file: MemoryFile, rest: Partial<OutlineRequest> = {}): Promise<OutlineReport> {
  const door = new MemoryDoor({ [path]: file });
  const report = await finishWaiting(outline({ op: "outline", path, timeoutMs: 4000, ...rest }, jobOn(door)));
  assertEquals(door.opened, 0);
  return report;
}

const SOURCE = `
/** Runs tasks. */
export class Task {
  // Begins.
  run() {}
  stop() {
    const later = () => {};
  }
}

export function stop() {}
`;

Deno.test("an outline has each definition with its lines, its depth and its comment's first line", async () => {
  assertEquals(await outlineOf("task.ts", encoded(SOURCE)), {
    op: "outline",
    path: "task.ts",
    size: SOURCE.length,
    totalLines: 11,
    language: "typescript",
    definitions: [
      { name: "Task", kind: "class", startLine: 3, endLine: 9, depth: 0, nameLine: 3, commentLine: 2 },
      { name: "run", kind: "method", startLine: 5, endLine: 5, depth: 1, nameLine: 5, commentLine: 4 },
      { name: "stop", kind: "method", startLine: 6, endLine: 8, depth: 1, nameLine: 6 },
      { name: "later", kind: "function", startLine: 7, endLine: 7, depth: 2, nameLine: 7 },
      { name: "stop", kind: "function", startLine: 11, endLine: 11, depth: 0, nameLine: 11 },
    ],
  });
});

Deno.test("an outline with a symbol has the definition's lines and those of the comment before it", async () => {
  const { definitions, read } = await outlineOf("task.ts", encoded(SOURCE), {
    symbol: { name: "Task.run", maxBytes: 1000 },
  });
  assertEquals(definitions.map(({ name }) => name), ["run"]);
  assertEquals(read, {
    op: "read",
    path: "task.ts",
    content: "  // Begins.\n  run() {}",
    contentAt: 40,
    size: SOURCE.length,
    given: { type: "lines", start: 4, count: 2, lineCut: false },
    more: true,
    totalLines: 11,
  });
});
