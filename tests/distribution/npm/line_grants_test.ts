import { assert, assertEquals } from "@std/assert";
import { lineGrants } from "../../../packaging/npm/line_grants.ts";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { type NeededGrants, neededGrants } from "../../../src/cli/permissions.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { seeded } from "../../seed.ts";
import { randomLine } from "./random_line.ts";

const NONE: NeededGrants = { read: [], net: [], env: [] };
const HERE: NeededGrants = { ...NONE, read: ["."] };

Deno.test("a server reads its roots, and reaches the hosts that its options name", () => {
  assertEquals(lineGrants([]), HERE);
  assertEquals(lineGrants(["serve", "--root", "a", "--root=b"]), { ...NONE, read: ["a", "b"] });
  assertEquals(lineGrants(["--http", "8080", "--provider-url=http://localhost:1/v1"]), {
    read: ["."],
    net: ["127.0.0.1:8080", "localhost:1"],
    env: ["FOSSICK_TOKEN", "FOSSICK_API_KEY"],
  });
});

Deno.test("a call does not listen, and reaches only its provider", () => {
  const url = "https://api.example.com/v1";
  assertEquals(lineGrants(["call", "search_content", "--http", "8080", "TODO"]), HERE);
  assertEquals(lineGrants(["call", "consult_files", "-", "--provider-url", url]), {
    ...HERE,
    net: ["api.example.com"],
    env: ["FOSSICK_API_KEY"],
  });
});

Deno.test("help, version, tools and a mistaken line need nothing", () => {
  const lines = [
    ["--help"],
    ["-V", "--root", "/"],
    ["help", "read_file"],
    ["tools", "--json"],
    ["version"],
    ["call", "read_file", "-h"],
    ["serv"],
    ["--http", "none"],
    ["--root"],
    ["--provider-url", "file:///etc"],
  ];
  assertEquals(lines.map((line) => lineGrants(line)), lines.map(() => NONE));
});

Deno.test("the value of a tool's flag is never taken for an option", () => {
  for (const value of ["--http", "--http=1", "--provider-url=http://a.example/v1", "--root=/", "--root"]) {
    // fossick refuses this line: such a value needs an equals sign.
    assertEquals(lineGrants(["call", "search_content", "--query", value]), NONE, value);
    assertEquals(lineGrants(["call", "search_content", `--query=${value}`]), HERE, value);
  }
  // After two dashes there are only words.
  assertEquals(lineGrants(["call", "search_content", "--", "--root=/"]), HERE);
});

/** The grants of a command as fossick itself parses it; undefined for a line that it refuses. */
function grantsOfParsed(line: readonly string[]): NeededGrants | undefined {
  try {
    const command = parseCommandLine(line, toolsOf, () => "{}");
    if (command.verb === "serve" || command.verb === "doctor") return neededGrants(command.settings);
    return command.verb === "call" ? neededGrants({ ...command.settings, http: undefined }) : NONE;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

Deno.test("for random lines the grants are those of the command that fossick runs", () => {
  const random = seeded("grants of random lines");
  let accepted = 0;
  for (let i = 0; i < 300; i++) {
    const line = randomLine(random), expected = grantsOfParsed(line), actual = lineGrants(line);
    if (expected === undefined) continue;
    accepted++;
    assertEquals(actual, expected, JSON.stringify(line));
  }
  assert(accepted > 40, `${accepted} lines were accepted`);
});
