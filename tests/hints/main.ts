/**
 * `deno task hints`: follows the advice of answers to random slips and to the tests' calls.
 * @module
 */
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { FOLLOW_VARIABLE } from "../open_tools.ts";
import { seeded } from "../seed.ts";
import { followSlips } from "./run.ts";

/** The number of calls for each profile and tree. */
const ROUNDS = 2000;
/** Tests that open the tools. */
const TESTS = ["tests/toolsets", "tests/seeds", "tests/engine/text/detect_encoding_test.ts"];

let slips = 0;
for (const profile of PROFILES) slips += await followSlips(profile, ROUNDS, seeded(`hints of ${profile}`));

const log = await Deno.makeTempFile(), args = ["test", "-A", "--no-prompt", ...TESTS];
await new Deno.Command(Deno.execPath(), { args, env: { [FOLLOW_VARIABLE]: log }, stdout: "null", stderr: "null" })
  .output();
const lines = (await Deno.readTextFile(log)).split("\n").filter((line) => line !== "");
await Deno.remove(log);

const wrong = lines.filter((line) => !/^\d+$/.test(line));
for (const line of wrong) console.log(line);
const tests = lines.reduce((sum, line) => sum + (Number(line) || 0), 0);
console.log(
  `${slips} after random slips, ${tests} in answers to the tests' calls; ${wrong.length} wrong`,
);
Deno.exit(wrong.length > 0 ? 1 : 0);
