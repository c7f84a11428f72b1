/** Which ctimes are reliable, whichever clock has set them. */
import { CtimeClock } from "../../src/door/ctime_bracket.ts";
import { assertEquals } from "@std/assert";

const NOW = 1_700_000_000_000, SECOND = 1000;

/** A clock, and until when ctimes of a device are reliable, in seconds from now. */
function clock() {
  let elapsed = 0;
  const clock = new CtimeClock({ monotonicNow: () => elapsed });
  return {
    reliable(seconds: number, dev = 1): number | "always" | "never" {
      const until = clock.reliableUntil({ dev, ctime: new Date(NOW + seconds * SECOND) }, NOW);
      return until === Infinity ? "always" : until === 0 ? "never" : (until - NOW) / SECOND;
    },
    pass: (ms: number) => void (elapsed += ms),
  };
}

Deno.test("a ctime more than a second ago is always reliable, a later one up to now never", () => {
  const { reliable } = clock();
  assertEquals([reliable(-2), reliable(-1.05), reliable(-1), reliable(0)], ["always", "always", "never", "never"]);
});

Deno.test("a future ctime is reliable until it is reached, if a later one was seen on its device", () => {
  const { reliable } = clock();
  assertEquals([reliable(60), reliable(3600), reliable(60), reliable(3599)], ["never", "never", 60, 3599]);
  assertEquals([reliable(60, 2), reliable(3600)], ["never", "never"]);
});

Deno.test("the latest ctime of a device is reliable from a second after it was first seen", () => {
  const { reliable, pass } = clock();
  const first = reliable(3600);
  pass(1049);
  const soon = reliable(3600);
  pass(1);
  assertEquals([first, soon, reliable(3600), reliable(3601), reliable(3600)], ["never", "never", 3600, "never", 3600]);
});

Deno.test("without a ctime the next change may not show", () => {
  assertEquals(new CtimeClock({ monotonicNow: () => 0 }).reliableUntil({ dev: 1, ctime: null }, NOW), 0);
});
