/** System errors, and change times: what they mean. @module */
import { assertEquals } from "@std/assert";
import { toolErrorOf } from "../../src/door/access_error.ts";
import { CtimeClock } from "../../src/door/ctime_bracket.ts";
import { faultWords } from "../../src/format/error_answer.ts";
import { systemError } from "../interpose.ts";

/** System errors become faults that name them, without advice that can't help. */

/** The key of an error's fault. */
function faultOf(error: Error): string {
  return toolErrorOf(error, "a/b.txt")?.key ?? "a bug";
}

Deno.test("refused entries are unreadable, missing ones not found, and every other failure keeps its name", () => {
  const codes = Object.entries({
    unreadable: ["EACCES", "EPERM"],
    not_found: ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"],
    is_directory: ["EISDIR"],
    not_a_file: ["ENXIO", "ENODEV"],
    read_failed: ["EIO", "EREMOTEIO", "EUCLEAN", "EMFILE", "ENFILE", "ENOMEM", "ESTALE", "ETIMEDOUT", "EHOSTDOWN"],
  });
  for (const [expected, names] of codes) {
    assertEquals(names.map((code) => faultOf(systemError(code))), names.map(() => expected));
  }
  assertEquals(faultOf(new Deno.errors.NotCapable("Requires read access")), "unreadable");
  assertEquals(faultOf(new TypeError("x is not a function")), "a bug");
});

Deno.test("a failing disk is reported in both languages with the system's own name, and without advice about grants", () => {
  const error = toolErrorOf(systemError("EIO"), "a/b.txt");
  assertEquals(error?.code, "INTERNAL");
  const words = (["en", "ja"] as const).map((lang) => error && faultWords(error, lang));
  assertEquals(words, [{
    message: "a/b.txt could not be read: the system reports EIO.",
    hint:
      "Call again, as this may pass, or read another file. A search goes on without such a file and counts it in skipped.",
  }, {
    message: "a/b.txt を読み取れませんでした。システムのエラー: EIO。",
    hint:
      "一時的な場合があるので、もう一度呼び出すか、別のファイルを読んでください。検索ではこのファイルは skipped に数えられます。",
  }]);
});

/** Which ctimes are reliable, whichever clock has set them. */

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
