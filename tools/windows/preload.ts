/**
 * Loaded before each test file on Windows: links as POSIX systems make them, and without the tests that would never end,
 * whose names stand in `FOSSICK_LEFT_OUT`. (`--filter` has no way to leave some out.)
 * @module
 */
import * as z from "zod";
import "../../tests/posix_links.ts";

const leftOut = z.array(z.string()).parse(JSON.parse(Deno.env.get("FOSSICK_LEFT_OUT") ?? "[]"));
const { test } = Deno;
const Named = z.looseObject({ name: z.string() });

function testUnlessLeftOut(...words: unknown[]): void {
  const [first] = words, name = typeof first === "string" ? first : Named.safeParse(first).data?.name;
  if (name === undefined || !leftOut.includes(name)) Reflect.apply(test, Deno, words);
}

Object.defineProperty(Deno, "test", { value: Object.assign(testUnlessLeftOut, test) });
