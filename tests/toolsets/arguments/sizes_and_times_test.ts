import { assertEquals } from "@std/assert";
import { parseFileSize, parseSize, parseTime } from "../../../src/toolsets/arguments/sizes_and_times.ts";

Deno.test("sizes have fd's signs and units", () => {
  const cases: [string, string, number][] = [
    ["+10M", "+", 10_000_000],
    ["-1k", "-", 1000],
    ["5b", "=", 5],
    ["7", "=", 7],
    ["+2Ki", "+", 2048],
    ["-3MiB", "-", 3 * 2 ** 20],
    ["1gb", "=", 1e9],
    ["+1ti", "+", 2 ** 40],
    ["+999999999999999t", "+", Number.MAX_SAFE_INTEGER],
  ];
  for (const [text, sign, bytes] of cases) assertEquals({ text, ...parseSize(text) }, { text, sign, bytes });
  for (const text of ["", "+", "M", "10x", "1.5M", "+-1k", "10 i", "++1", "1e3"]) {
    assertEquals(parseSize(text), undefined, text);
  }
});

Deno.test("file sizes have ripgrep's units", () => {
  assertEquals(["10M", "1k", "2G", "77", "1MiB", "0"].map(parseFileSize), [
    10 * 2 ** 20,
    1024,
    2 ** 31,
    77,
    2 ** 20,
    0,
  ]);
  for (const text of ["", "M", "-1M", "1P", "ten"]) assertEquals(parseFileSize(text), undefined, text);
});

Deno.test("spans count back from now", () => {
  const now = Date.UTC(2025, 5, 15, 12), second = 1000, hour = 3600 * second, day = 24 * hour;
  const cases: [string, number][] = [
    ["10s", 10 * second],
    ["30min", hour / 2],
    ["30m", hour / 2],
    ["3h", 3 * hour],
    ["2d", 2 * day],
    ["1w", 7 * day],
    ["3 hours", 3 * hour],
    ["1M", 30.44 * day],
    ["2months", 60.88 * day],
    ["1y", 365.25 * day],
    ["2DAYS", 2 * day],
  ];
  for (const [text, ago] of cases) assertEquals([text, parseTime(text, now)], [text, now - ago]);
});

Deno.test("dates are local unless they name an offset, and must exist", () => {
  const cases: [string, number][] = [
    ["2025-01-31", new Date(2025, 0, 31).getTime()],
    ["2025-01-31 08:30", new Date(2025, 0, 31, 8, 30).getTime()],
    ["2025-01-31T08:30:15Z", Date.UTC(2025, 0, 31, 8, 30, 15)],
    ["2025-01-31T08:30:15+09:00", Date.UTC(2025, 0, 30, 23, 30, 15)],
    ["2024-02-29", new Date(2024, 1, 29).getTime()],
  ];
  for (const [text, at] of cases) assertEquals([text, parseTime(text, 0)], [text, at]);
  for (
    const text of [
      "",
      "2d ago",
      "yesterday",
      "2025-02-29",
      "2025-13-01",
      "2025-01-01T25:00",
      "5",
      "3 x",
      "-2d",
      "1h 30min",
    ]
  ) {
    assertEquals(parseTime(text, 0), undefined, text);
  }
});

Deno.test("fractions of a second count to the millisecond, with an offset or without", () => {
  const second = Date.UTC(2024, 4, 6, 7, 8, 9), local = new Date(2024, 4, 6, 7, 8, 9).getTime();
  const fractions: readonly (readonly [text: string, ms: number])[] = [
    [".5", 500],
    [".25", 250],
    [".007", 7],
    [".9999999", 999],
    ["", 0],
  ];
  for (const [text, ms] of fractions) {
    const time = `2024-05-06T07:08:09${text}`;
    const found = [`${time}Z`, `${time}+02:00`, time].map((text) => parseTime(text, 0));
    assertEquals(found, [second + ms, second + ms - 7_200_000, local + ms], text);
  }
});
