/** Counts of values and of the patterns of a list, in files of all kinds. @module */
import { assertEquals } from "@std/assert";
import { KeyTable } from "../../../src/engine/scan/key_table.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { SearchRequest } from "../../../src/model/request.ts";
import { openEngine } from "../../open_engine.ts";
import { searchFor } from "../requests.ts";

function tally(pattern: string, request: Partial<SearchRequest> = {}, more: Partial<SearchRequest["query"]> = {}) {
  return { ...searchFor(pattern, { need: "total", breakdown: "values", ...request }, more) };
}

async function valuesIn(
  files: Parameters<typeof openEngine>[0],
  request: SearchRequest,
): Promise<(readonly [value: string, count: number, files: number])[]> {
  using place = await openEngine(files);
  const { values } = await place.engine.execute(request);
  return values?.page.map(({ value, count, files }) => [value, count, files] as const) ?? [];
}

/** UTF-16, little endian, with its mark. */
function utf16(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from("\ufeff" + text, (unit) => unit.charCodeAt(0)).buffer);
}

Deno.test("values of files in other encodings are the same texts", async () => {
  const files = { "a.txt": "Größe=1\n", "b.txt": utf16("Größe=1\r\nGröße=2\r\n"), "c.txt": "\ufeffGröße=2" };
  assertEquals(await valuesIn(files, tally("Gr.ße=\\d")), [["Größe=1", 2, 2], ["Größe=2", 2, 2]]);
  const sjis = { "a.txt": new Uint8Array([0x93, 0xfa, 0x96, 0x7b, 0x0a, 0x93, 0xfa, 0x0a]) };
  assertEquals(await valuesIn(sjis, tally("日(.?)", { encoding: "shift_jis" })), [["", 1, 1], ["本", 1, 1]]);
});

Deno.test("invalid bytes are shown with U+FFFD, and values that look the same are the same", async () => {
  const files = { "a.txt": new Uint8Array([0x61, 0xff, 0x62, 0x0a]), "b.txt": "aéb\n" };
  assertEquals(await valuesIn(files, tally("a.*", {}, { fixed: false })), [["a", 1, 1], ["aéb", 1, 1]]);
});

Deno.test("values of a file that is read in parts are those of its lines", async () => {
  const lines = Array.from({ length: 200_000 }, (_, i) => `line ${i} of kind${i % 7} é`),
    expected = new Map<string, number>();
  for (let i = 0; i < lines.length; i++) expected.set(`kind${i % 7}`, (expected.get(`kind${i % 7}`) ?? 0) + 1);
  const rows = await valuesIn({ "large.txt": lines.join("\n") }, tally("kind\\d"));
  assertEquals(new Map(rows.map(([value, count]) => [value, count])), expected);
  assertEquals(rows.every(([, , files]) => files === 1), true);
  const [row] = await valuesIn({ "large.txt": lines.join("\n") }, tally("kind3", {}, { fixed: true }));
  assertEquals(row, ["kind3", expected.get("kind3") ?? 0, 1]);
});

Deno.test("more distinct values than memory may hold are left out, and the report says so", async () => {
  const { distinct } = LIMITS.values;
  const text = Array.from({ length: distinct + 5 }, (_, i) => `id${i}`).join("\n") + "\nid0\nid0\n";
  using place = await openEngine({ "a.txt": text });
  const { values, total } = await place.engine.execute(tally("id\\d+", { limit: 1 }));
  assertEquals({ values, total }, {
    values: { page: [{ value: "id0", count: 3, files: 1 }], distinct, isCut: true },
    total: distinct + 7,
  });
});

Deno.test("a line with values that take too long is given up, also where an automaton finds that it matches", async () => {
  using place = await openEngine({ "a.txt": "b" + "a".repeat(60) + "\nab\n" });
  const { total, timedOutLines, values } = await place.engine.execute(tally("(?:a|aa)+b|b"));
  assertEquals([total, timedOutLines, values?.page.map(({ value }) => value)], [1, 1, ["ab"]]);
});

Deno.test("the texts of the keys are bounded", () => {
  const table = new KeyTable(), long = "x".repeat(LIMITS.values.units / 2);
  for (const key of [long + "a", "b", long + "c", "d"]) table.add(new Map([[key, 1]]));
  assertEquals([table.size, table.isFull, table.countOf("d")], [2, true, 0]);
});
