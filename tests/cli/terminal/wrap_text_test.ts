import { assert, assertEquals } from "@std/assert";
import { programHelp, toolHelp } from "../../../src/cli/help/help.ts";
import { wrapText } from "../../../src/cli/terminal/wrap_text.ts";
import { PROFILES } from "../../../src/cli/command_line/settings.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

Deno.test("rows continue below their right side, or on lines of their own if there is no room for it", () => {
  const row = "  --hidden                 include files whose names begin with a dot";
  assertEquals(
    wrapText(row, 55),
    [
      "  --hidden                 include files whose names",
      "                           begin with a dot",
    ].join("\n"),
  );
  assertEquals(
    wrapText(row, 40),
    ["  --hidden", "      include files whose names begin", "      with a dot"].join("\n"),
  );
  for (const columns of [200, 0]) assertEquals(wrapText(row, columns), row);
});

Deno.test("in no terminal is a word of any help split, lost or moved", () => {
  const helps = PROFILES.flatMap((profile) => [
    programHelp(toolsOf(profile), "en"),
    ...toolsOf(profile).map((tool) => toolHelp(tool, profile, "en")),
  ]);
  for (const help of helps) {
    for (const columns of [20, 40, 60, 80, 100]) {
      const lines = wrapText(help, columns).split("\n");
      assertEquals(lines.join(" ").split(/\s+/), help.split(/\s+/));
      for (const line of lines) assert([...line].length <= columns || !/\S +\S/.test(line.trimEnd()), line);
    }
  }
});
