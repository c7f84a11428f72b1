/** JSON in pieces. */
import { assert, assertEquals } from "@std/assert";
import { jsonParts, jsonPieces } from "../../src/format/json_pieces.ts";
import { atOnce } from "../../src/format/steps.ts";
import { type Random, seeded } from "../seed.ts";

const TEXTS = ["", "a", '"\\\n\u2028', "é日本", "👍", "\ud800", "\udc00\ud83d"];

function randomValue(random: Random, depth: number): unknown {
  const kind = random.int(depth === 0 ? 4 : 8);
  switch (kind) {
    case 0:
      return random.pick(TEXTS);
    case 1:
      return random.pick([0, -1.5, 1e21, NaN, true, null]);
    case 2:
      return random.pick(["x", "👍", '"', "日"]).repeat(random.pick([10, 16_383, 16_384, 40_000]));
    case 3:
      return undefined;
    case 4:
    case 5:
      return Array.from(
        { length: random.pick(depth === 3 ? [0, 1, 5, 33, 100] : [0, 1, 5, 9]) },
        () => randomValue(random, depth - 1),
      );
    default:
      return Object.fromEntries(TEXTS.slice(0, random.int(7)).map((key) => [key, randomValue(random, depth - 1)]));
  }
}

Deno.test("pieces of JSON, joined, are what JSON.stringify gives", () => {
  const random = seeded("json pieces");
  for (let i = 0; i < 300; i++) {
    const value = randomValue(random, 3);
    assertEquals([...jsonPieces(value)].join(""), JSON.stringify(value) ?? "null");
    const fields = { value, behind: [value] }, json = JSON.stringify(fields);
    assertEquals(atOnce(jsonParts(fields)).join(""), json);
    // What was weighed is not written again when it is sent.
    assertEquals(
      [...jsonPieces({ sent: { ...fields, tokens: 1 } })].join(""),
      `{"sent":${json.slice(0, -1)},"tokens":1}}`,
    );
  }
});

Deno.test("no piece of a long answer is long, wherever its length comes from", () => {
  const record = { file: "a/b.ts", line_number: 12, line: "x".repeat(500), submatches: [{ start: 0, end: 1 }] };
  const records = Array.from({ length: 5000 }, () => record);
  const answers = [
    { matches: records },
    { files: [{ file: "a", matches: records.slice(1) }, { file: "b", matches: records }] },
    { files: Array.from({ length: 40 }, () => ({ matches: records.slice(0, 500) })) },
    { content: [{ type: "text", text: '"👍\n'.repeat(500_000) }] },
  ];
  for (const answer of answers) {
    const pieces = [...jsonPieces({ result: answer })];
    const longest = pieces.reduce((most, piece) => Math.max(most, piece.length), 0);
    assert(pieces.length > 20 && longest < 256 * 1024, `${pieces.length} pieces, the longest ${longest}`);
  }
});
