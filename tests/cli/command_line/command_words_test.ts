import { assertEquals, assertThrows } from "@std/assert";
import { commandWords, type ToolWords } from "../../../src/cli/command_line/command_words.ts";
import { toolFlags } from "../../../src/cli/command_line/tool_flags.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import type { Profile } from "../../../src/toolsets/profiles.ts";

/** The words of a profile; `asked` collects the profiles whose flags were needed. */
function wordsOf(profile: Profile, asked: Profile[] = []): ToolWords {
  const tools = toolsOf(profile);
  const flags = () => {
    asked.push(profile);
    return tools.flatMap(toolFlags);
  };
  return { names: tools.map(({ name }) => name), flags };
}

Deno.test("the flags of tools are made only for a line that the server's options don't explain", () => {
  const asked: Profile[] = [];
  const split = (...args: string[]) => commandWords(args, (profile) => wordsOf(profile, asked));
  const plain = split("doctor", "--root", "src", "--json");
  assertEquals([plain.verb, plain.first === plain.words, asked], ["doctor", true, []]);
  const call = split("call", "search_content", "--query=--root=/", "--profile", "default");
  assertEquals([call.verb, call.words.given.get("root"), call.words.unknown, asked], ["call", undefined, [], [
    "default",
  ]]);
  assertEquals(split("--profile", "fs", "call", "search_text", "--query", "a").words.unknown, []);
  assertEquals(asked, ["default", "fs"]);
});

Deno.test("--version anywhere asks for the version, and a missing subcommand serves", () => {
  const verb = (...args: string[]) => commandWords(args, (profile) => wordsOf(profile)).verb;
  assertEquals([verb("call", "read_file", "-V"), verb("--root", "src"), verb("tools")], ["version", "serve", "tools"]);
  assertThrows(() => verb("serv"), UsageError);
  assertThrows(() => verb("read_file"), UsageError);
});
