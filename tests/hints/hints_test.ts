/** Whatever a hint or an error advises is a call that works: each is made, over MCP and as it is typed. */
import { assert } from "@std/assert";
import { PROFILES } from "../../src/cli/settings.ts";
import { seeded } from "../seed.ts";
import { followSlips } from "./run.ts";

for (const profile of PROFILES) {
  Deno.test(`${profile}: every call that an answer to a slip advises works, finds what was said, and loses nothing`, async () => {
    const count = await followSlips(profile, 120, seeded(`hints of ${profile}`));
    console.log(`${count} advised calls followed`);
    assert(count > 50);
  });
}
