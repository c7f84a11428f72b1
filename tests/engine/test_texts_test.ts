/** Sizes and times as callers write them. */
import { assertEquals } from "@std/assert";
import { parseSize, parseWhen } from "../../src/engine/test_texts.ts";

Deno.test("a size has a sign, a number and a unit", () => {
  assertEquals(
    ["+10M", "-1k", "5", "7b", "+2Ki", "-3GiB", "=1k", "1.5k", "k", "", "10 M", "+-1k", "1p"].map(parseSize),
    [
      { sign: "+", bytes: 10_000_000 },
      { sign: "-", bytes: 1000 },
      { sign: "=", bytes: 5 },
      { sign: "=", bytes: 7 },
      { sign: "+", bytes: 2048 },
      { sign: "-", bytes: 3 * 2 ** 30 },
      ...Array(7).fill(undefined),
    ],
  );
});

Deno.test("a time is a span back from now, a date, or UNIX seconds", () => {
  const now = Date.UTC(2024, 5, 15, 12);
  const day = 86_400_000;
  const given = [
    "2d",
    "3h",
    "10min",
    "2w",
    "1h 30min",
    "2024-05-01",
    "2024-05-01T10:00:00Z",
    "2024-05-01 10:00:00+02:00",
    "@86400",
  ];
  assertEquals(given.map((text) => parseWhen(text, now)), [
    now - 2 * day,
    now - 3 * 3_600_000,
    now - 600_000,
    now - 14 * day,
    now - 5_400_000,
    Date.UTC(2024, 4, 1),
    Date.UTC(2024, 4, 1, 10),
    Date.UTC(2024, 4, 1, 8),
    day * 1,
  ]);
  assertEquals(
    ["", "2", "d", "2 fortnights", "2024-13-01", "yesterday", "-2d"].map((text) => parseWhen(text, now)),
    Array(7).fill(undefined),
  );
});
