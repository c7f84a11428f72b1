import { assertEquals } from "@std/assert";
import { ignoreVerdict, pushRules, readIgnoreRules } from "../../../src/engine/glob/ignore_stack.ts";
import { bytesFile, MemoryDoor } from "../memory_door.ts";

const ROOT = { root: 0, path: "" };

Deno.test("an ignore file rewritten between open and read is read whole", () => {
  const now = new TextEncoder().encode("!.env\nsrc\n");
  for (let size = 0; size <= now.length; size++) {
    const rewritten = { ...bytesFile(now), size };
    const door = new MemoryDoor({ ".gitignore": rewritten });
    const stack = pushRules([], readIgnoreRules(door, ROOT, [{ name: ".gitignore", kind: "file" }]));
    const verdicts = [".env", ".other", "src", "s", "a"].map((name) => ignoreVerdict(stack, name, false));
    assertEquals(verdicts, ["kept", undefined, "ignored", undefined, undefined], `${size} bytes when it was opened`);
  }
});
