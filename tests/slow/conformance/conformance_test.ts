import { assertEquals } from "@std/assert";
import { inspect } from "./inspections.ts";
import { isPassed, isRequired, reasonOf, REASONS, runSuite } from "./suite.ts";

Deno.test("the server passes what each revision of the official suite requires without sessions", async () => {
  const suite = await runSuite();
  const outcomes = Object.values(suite).flat();
  assertEquals(outcomes.filter((outcome) => isRequired(outcome) && !isPassed(outcome)), []);
  const short = outcomes.filter((outcome) => !isPassed(outcome));
  assertEquals(short.filter((outcome) => reasonOf(outcome) === undefined), []);
  const unused = REASONS.filter(([pattern]) => !short.some(({ scenario }) => pattern.test(scenario)));
  assertEquals(unused, []);
});

Deno.test("the Inspector calls the tools without an error, in both eras, over stdio and HTTP", async () => {
  assertEquals(await inspect(), []);
});
