import { assertEquals } from "@std/assert";
import { findHost } from "../../../src/cli/config/find_host.ts";
import { HOSTS } from "../../../src/cli/config/hosts.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";

/** The id of the host that is found, or the hosts that the mistake names. */
function found(name: string): string {
  try {
    return findHost(name, (id) => id).id;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return `${error.key} ${error.example}`;
  }
}

Deno.test("a host is found by its id and its name, in any case and with any separators", () => {
  for (const { id, name } of HOSTS) {
    for (const word of [id, name, name.toUpperCase(), id.replaceAll("-", "_"), id.replaceAll("-", " ")]) {
      assertEquals([word, found(word)], [word, id]);
    }
  }
});

Deno.test("a host is found by another name of it, or by the beginning of one", () => {
  const words = {
    code: "vscode",
    "VS-Code": "vscode",
    "visual studio": "vscode",
    gemini: "gemini-cli",
    desktop: "claude-desktop",
    "claude d": "claude-desktop",
    cur: "cursor",
    open: "host_ambiguous codex",
    opencode: "opencode",
    claude: "host_ambiguous claude-code",
    co: "host_ambiguous codex",
  };
  assertEquals(Object.fromEntries(Object.keys(words).map((word) => [word, found(word)])), words);
});

Deno.test("a name that no host has is answered with the nearest host", () => {
  const words = { zde: "zed", curser: "cursor", "open code x": "opencode", "claude-cod": "claude-code" };
  const expected = Object.entries(words).map((
    [word, id],
  ) => [word, word === "claude-cod" ? id : `host_misspelt ${id}`]);
  assertEquals(Object.keys(words).map((word) => [word, found(word)]), expected);
});

Deno.test("a name that is near none is answered with the block of most hosts", () => {
  for (const word of ["windsurf", "cline", "jetbrains", "kiro", "goose", "roo", "continue", "Warp", "Qwen Code"]) {
    assertEquals([word, found(word)], [word, "host_unknown other"]);
  }
});

Deno.test("no two hosts have the same name", () => {
  const names = HOSTS.flatMap(({ id, aliases }) => [id.replaceAll("-", ""), ...aliases]);
  assertEquals(names.length, new Set(names).size);
});
