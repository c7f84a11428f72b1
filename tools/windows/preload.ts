/**
 * Loaded before each test file on Windows: makes links as POSIX systems do, and drops the tests named in
 * `FOSSICK_LEFT_OUT`, which would not end. (`--filter` can't exclude tests.)
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
