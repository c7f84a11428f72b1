import { assertEquals } from "@std/assert";
import { inspect, INSPECTIONS } from "./inspections.ts";
import { isRequired, REASONS, runSuite } from "./suite.ts";
import { isPassed, reasonOf } from "../../../tools/conformance/page.ts";

Deno.test("the official suite passes all that each revision requires of a server without sessions", async () => {
  const suite = await runSuite();
  const outcomes = Object.values(suite).flat();
  assertEquals(outcomes.filter((outcome) => isRequired(outcome) && !isPassed(outcome)), []);
  const short = outcomes.filter((outcome) => !isPassed(outcome));
  assertEquals(short.filter((outcome) => reasonOf(outcome) === undefined), []);
  const unused = REASONS.filter(([pattern]) => !short.some(({ scenario }) => pattern.test(scenario)));
  assertEquals(unused, []);
});

Deno.test("the Inspector finds no error in the tools and calls them, in both eras, over stdio and HTTP", async () => {
  assertEquals(await inspect(INSPECTIONS.filter(({ often }) => often)), []);
});
