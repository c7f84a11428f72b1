import { assertEquals } from "@std/assert";
import { fileOutline, outline } from "../../../src/engine/ops/outline.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { OutlineReport } from "../../../src/model/report.ts";
import type { OutlineRequest } from "../../../src/model/request.ts";
import { finishWaiting, jobOn, nextRequest } from "../job_on.ts";
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
class Task {
  // Begins.
  run() {}
  stop() {
    const later = () => {};
  }
}

function stop() {}
`;

Deno.test("lines are the same in every encoding and with either line end", async () => {
  const text = "// große Klasse\nclass Größe {\n  länge() {}\n}\n",
    { definitions } = await outlineOf("a.ts", encoded(text));
  assertEquals(definitions.map(({ name, startLine, endLine }) => [name, startLine, endLine]), [
    ["Größe", 2, 4],
    ["länge", 3, 3],
  ]);
  const crlf = text.replaceAll("\n", "\r\n");
  const utf16 = bytesFile(new Uint8Array(new Uint16Array(Array.from("\uFEFF" + crlf, (c) => c.charCodeAt(0))).buffer));
  const latin1 = bytesFile(Uint8Array.from(crlf, (char) => char.charCodeAt(0)));
  assertEquals((await outlineOf("a.ts", encoded(crlf))).definitions, definitions);
  assertEquals((await outlineOf("a.ts", encoded("\uFEFF" + crlf))).definitions, definitions);
  assertEquals((await outlineOf("a.ts", utf16)).definitions, definitions);
  assertEquals((await outlineOf("a.ts", latin1, { encoding: "latin1" })).definitions, definitions);
  const symbol = { name: "länge", maxBytes: 100 };
  assertEquals((await outlineOf("a.ts", utf16, { symbol })).read?.content, "  länge() {}");
});

Deno.test("of a large file the beginning is looked at, and its lines are counted", async () => {
  const line = `// ${"x".repeat(90)}\n`, count = Math.ceil(1.2 * LIMITS.outlineBytes / line.length);
  const file = encoded(`class First {}\n${line.repeat(count)}`),
    { definitions, isPartial, totalLines } = await outlineOf("a.ts", file);
  assertEquals([isPartial, totalLines, definitions[0]?.name], [true, count + 1, "First"]);
  const { read } = await outlineOf("a.ts", file, { symbol: { name: "First", maxBytes: 100 } });
  assertEquals(read?.content, "class First {}");
  const oneLine = await outlineOf("a.ts", encoded("f();".repeat(LIMITS.outlineBytes / 2)));
  assertEquals([oneLine.definitions, oneLine.isPartial], [[], true]);
});

Deno.test("out of time, a report has what is known without parsing", async () => {
  const door = new MemoryDoor({ "a.ts": encoded(SOURCE) }), job = jobOn(door, { remainingMs: () => 0 });
  assertEquals(await finishWaiting(outline({ op: "outline", path: "a.ts", timeoutMs: 1 }, job)), {
    op: "outline",
    path: "a.ts",
    size: SOURCE.length,
    totalLines: 11,
    language: "typescript",
    definitions: [],
    isPartial: true,
  });
});

Deno.test("other operations get a file's definitions as it is now, or none", async () => {
  const files: Record<string, MemoryFile> = { "a.ts": encoded("class A {}\n"), "b.xyz": encoded("class B {}\n") };
  const door = new MemoryDoor(files), job = jobOn(door);
  const named = async (path: string, at = job, budgetMs?: number) => {
    const entry = { shown: path, place: { root: 0, path }, kind: "file" } as const;
    const found = await finishWaiting(fileOutline(entry, at, undefined, budgetMs));
    return found?.isPartial ? "late" : found?.definitions.map(({ name }) => name);
  };
  assertEquals(await named("a.ts"), ["A"]);
  assertEquals([await named("b.xyz"), await named("gone.ts"), await named("a.ts", job, 1000)], [
    undefined,
    undefined,
    ["A"],
  ]);
  files["a.ts"] = encoded("class Changed {}\n");
  assertEquals(await named("a.ts", nextRequest(job)), ["Changed"]);
  assertEquals(door.opened, 0);
});
