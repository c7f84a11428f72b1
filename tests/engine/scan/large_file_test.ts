/** Large files, which are read chunk by chunk, have the same matches as their whole text. @module */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { MAX_CACHED_FILE_BYTES } from "../../../src/engine/cache/cached_file.ts";
import { FileCache } from "../../../src/engine/cache/file_cache.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { largeFilePieces } from "../../../src/engine/scan/large_file.ts";
import { decodeStored } from "../../../src/engine/scan/stored_text.ts";
import { decodeUtf8 } from "../../../src/engine/text/encoding.ts";
import type { SearchRequest } from "../../../src/model/request.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { tempTree } from "../../program.ts";
import { search } from "../../../src/engine/ops/search.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { type Random, seeded } from "../../seed.ts";
import { bytesFile, MemoryDoor, type MemoryFile } from "../memory_door.ts";
import { searchFor } from "../requests.ts";
import { matchesOf } from "./expected_matches.ts";

const WORDS = ["the", "Error", "parseError", "SHOUTED42", "value", "größe", "日本", "", "a b c", "x".repeat(200)];
/** Queries that match in few lines, many, all or none, and at their ends; with and without needles and an automaton. */
const QUERIES = [
  ...["^$", "^$", "needle", "needle", "Error", "value", "größe", "zq none", "needle$", "^needle", "^", "e"],
  ...["\\w+Error\\b", "[A-Z]{5,}\\d+", "a.*b.*c", "\\bthe\\b", "(?<=the )value", "(\\w)\\1", "x{150}", "\\s+$"],
  ...["needle|SHOUTED", "[^\\x00-\\x7f]", "needle\\r$", "^\\r?$"],
];

/** A text too large to be cached; some lines are longer than a chunk, some bytes are invalid UTF-8. */
function largeText(random: Random): Uint8Array<ArrayBuffer> {
  const lines: string[] = [],
    dense = random.pick([0.0002, 0.01, 0.5]),
    wide = random.pick([0, 0.0002, 0.02]),
    most = random.pick([2, 12]);
  const words = random.chance(0.5) ? WORDS : WORDS.filter((word) => word !== "größe" && word !== "日本");
  for (let size = 0; size < MAX_CACHED_FILE_BYTES * (1.1 + random.int(20) / 10);) {
    const text = Array.from({ length: random.int(most) }, () => random.pick(words)).join(random.pick([" ", "."]));
    const line = random.chance(wide) ? text.padEnd(wide < 0.01 ? 900_000 : random.pick([2000, 8192]), ".y") : text;
    lines.push(random.chance(dense) ? `${line} needle` : line);
    size += line.length + 1;
  }
  const end = random.pick(["", "\n"]), bytes = new TextEncoder().encode(lines.join(random.pick(["\n", "\r\n"])) + end);
  // Far from the beginning, where they would make the file binary or decide its encoding.
  for (let n = random.pick([0, 3]); n > 0; n--) {
    bytes[100_000 + random.int(bytes.length - 100_000)] = random.pick([0, 0xff]);
  }
  return bytes;
}

function randomRequest(random: Random): SearchRequest {
  const around = random.pick([[0, 0], [3, 2], [0, 400], [400, 0]]);
  return {
    ...searchFor(random.pick(QUERIES), { contextBefore: around[0], contextAfter: around[1] }),
    need: random.pick(["lines", "lines", "counts", "total"]),
    limit: random.pick([1, 20, 60]),
    ...(random.chance(0.3) ? { maxCount: random.pick([1, 7, 5000]) } : {}),
  };
}

/** A guard without a clock: on a busy machine a real one may give up a text. */
const PATIENT = { runWithTimeout: (work: () => void) => (work(), true) };

Deno.test("a large file has the same matches as its whole text", () => {
  const random = seeded("large files");
  using place = tempTree({});
  const job = { ...jobOn(openDoor([place.path])), guard: PATIENT };
  let shown = 0, counted = 0;
  for (let round = 0; round < 3; round++) {
    const bytes = largeText(random), decoded = decodeUtf8(bytes);
    Deno.writeFileSync(join(place.path, "large.txt"), bytes);
    for (let i = 0; i < 12; i++) {
      const request = randomRequest(random), { need, limit, maxCount, contextBefore, contextAfter } = request;
      const { files, total, timedOutLines: hardLines } = finish(search(request, nextRequest(job)));
      const to = need === "lines" ? limit : 0, max = maxCount ?? Infinity;
      const matcher = compileQuery(request.query);
      const text = matcher.keepsCrlf ? decoded.text : decoded.text.replaceAll("\r\n", "\n");
      const wanted = { most: to, maxCount: max, before: contextBefore, after: contextAfter };
      const expected = matchesOf(matcher, { ...decoded, text }, wanted);
      const about = JSON.stringify([request.query.pattern, need, limit, maxCount ?? "", contextBefore, contextAfter]);
      assertEquals([total, hardLines], [expected.count, 0], about);
      if (need === "lines") assertEquals(files[0]?.hits ?? [], expected.hits, about);
      shown += expected.hits.length;
      counted += expected.count;
    }
  }
  assert(shown > 30 && counted > 300, `${shown} lines shown, ${counted} counted`);
});

Deno.test("a large file that shrank is read to its new end", () => {
  const text = "a line\n".repeat(5);
  const shrunk: MemoryFile = { ...bytesFile(new TextEncoder().encode(text)), size: 10 * MAX_CACHED_FILE_BYTES };
  const door = new MemoryDoor({ "shrunk.txt": shrunk }), { arena: contents } = new FileCache(door, 0);
  const file = door.open({ path: "shrunk.txt" }), options = { before: 2, after: 9, keepsCrlf: false };
  const texts = [...largeFilePieces({ file, from: 0 }, options, contents)].map((piece) =>
    "kind" in piece ? decodeStored(piece, contents).text : piece.text
  );
  assertEquals(texts, [text]);
});
