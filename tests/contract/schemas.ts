/**
 * A snapshot of the tool list that each profile shows to hosts. `deno task schemas` writes it; a test compares it.
 * @module
 */
import { listedTools } from "../../src/mcp/tool_listing.ts";
import { LISTS } from "../../src/mcp/offer.ts";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";

/** The snapshot's file. */
export const SNAPSHOT = new URL("./schemas.json", import.meta.url);

/** Every tool of every profile, with the server's other texts, as plain JSON. */
export function shown(): unknown {
  const profiles = PROFILES.map((profile) => [profile, listedTools(toolsOf(profile))]);
  const beside = { ...LISTS["prompts/list"](), ...LISTS["resources/list"](), ...LISTS["resources/templates/list"]() };
  return JSON.parse(JSON.stringify({ ...Object.fromEntries(profiles), ...beside }));
}

if (import.meta.main) Deno.writeTextFileSync(SNAPSHOT, JSON.stringify(shown(), null, 2) + "\n");
