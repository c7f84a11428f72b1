import { assertEquals } from "@std/assert";
import { DOCTOR_MESSAGES } from "../../../src/cli/doctor/doctor_messages.ts";
import { type Finding, FINDINGS, nextKey, sentencesOf } from "../../../src/cli/doctor/findings.ts";
import { seeded } from "../../seed.ts";

Deno.test("what is found is advised upon in one order: problems first, then what fails, then what is slower", () => {
  assertEquals(FINDINGS.map(({ key, next }) => [key, next]), [
    ["unreadable_root", "let_read"],
    ["wide_root", "narrow_root"],
    ["needless_grants", "start_with"],
    ["unencrypted", "use_https"],
    ["missing_grants", "start_with"],
    ["few_descriptors", "raise_ulimit"],
    ["no_threads_entry", "start_threads"],
    ["no_deno_json", "write_deno_json"],
    ["from_source", "start_bundle"],
    ["from_package", "start_package"],
    ["thread_refused", "report"],
    ["old_deno", "upgrade"],
    ["old_binary", "replace_binary"],
    ["no_parsers", "copy_parsers"],
    ["few_watches", "raise_watches"],
    ["few_watchers", "raise_watchers"],
  ]);
  assertEquals(nextKey([]), undefined);
});

Deno.test("of any findings in any order the most important one is advised upon, and each is reported once", () => {
  const random = seeded("doctor findings");
  for (let round = 0; round < 500; round++) {
    const known = FINDINGS.filter(() => random.chance(0.3));
    const findings = known.map(({ key }): Finding => ({ key, text: key })).sort(() => random.next() - 0.5);
    assertEquals(nextKey(findings), known[0]?.next);
    const sentences = (isProblem: boolean) => known.filter((one) => one.isProblem === isProblem).map(({ key }) => key);
    assertEquals(sentencesOf(findings, true), sentences(true));
    assertEquals(sentencesOf(findings, false), sentences(false));
  }
});

Deno.test("every sentence of the doctor has the same values in both languages", () => {
  for (const [key, { en, ja }] of Object.entries(DOCTOR_MESSAGES)) {
    const values = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    assertEquals([key, values(ja)], [key, values(en)]);
  }
});
