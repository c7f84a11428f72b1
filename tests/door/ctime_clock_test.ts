/** Which change times are old, by whatever clock they were set. */
import { assertEquals } from "@std/assert";
import { CtimeClock } from "../../src/door/ctime_clock.ts";

const NOW = 1_700_000_000_000, SECOND = 1000;

/** A change clock, and until when change times of a device tell, given as seconds from now. */
function clock() {
  let elapsed = 0;
  const changes = new CtimeClock({ monotonicNow: () => elapsed });
  return {
    tells(seconds: number, dev = 1): number | "always" | "never" {
      const until = changes.reliableUntil({ dev, ctime: new Date(NOW + seconds * SECOND) }, NOW);
      return until === Infinity ? "always" : until === 0 ? "never" : (until - NOW) / SECOND;
    },
    pass: (ms: number) => void (elapsed += ms),
  };
}

Deno.test("a change more than a second ago always tells, a later one up to now does not", () => {
  const { tells } = clock();
  assertEquals([tells(-2), tells(-1.05), tells(-1), tells(0)], ["always", "always", "never", "never"]);
});

Deno.test("a change time ahead tells until it is reached, once a later one was seen on its device", () => {
  const { tells } = clock();
  assertEquals([tells(60), tells(3600), tells(60), tells(3599)], ["never", "never", 60, 3599]);
  assertEquals([tells(60, 2), tells(3600)], ["never", "never"]);
});

Deno.test("the latest change time of a device tells a second after it was first seen, not before", () => {
  const { tells, pass } = clock();
  const first = tells(3600);
  pass(1049);
  const soon = tells(3600);
  pass(1);
  assertEquals([first, soon, tells(3600), tells(3601), tells(3600)], ["never", "never", 3600, "never", 3600]);
});

Deno.test("where the system tells no change time, the next change may not show", () => {
  assertEquals(new CtimeClock({ monotonicNow: () => 0 }).reliableUntil({ dev: 1, ctime: null }, NOW), 0);
});
