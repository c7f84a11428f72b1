/** System errors become faults that name them, without advice that can't help. */
import { assertEquals } from "@std/assert";
import { toolErrorOf } from "../../src/door/access_error.ts";
import { faultWords } from "../../src/format/error_answer.ts";
import { systemError } from "../interpose.ts";

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
