import { assert, assertEquals } from "@std/assert";
import { isRepository, serverJson } from "../../packaging/server_json.ts";
import { registryEntry } from "./registry_entry.ts";

const SUM = "0123456789abcdef".repeat(4);

Deno.test("server.json is as the registry wants it", () => {
  const entry = serverJson("some-body/fossick", SUM);
  assertEquals(registryEntry.parse(entry), entry);
  assertEquals(entry.name, "io.github.some-body/fossick");
});

Deno.test("what the registry refuses is refused by its description here", () => {
  const entry = serverJson("somebody/fossick", SUM), [file] = entry.packages;
  const spoilt = [
    { ...entry, description: "x".repeat(101) },
    { ...entry, name: "fossick" },
    { ...entry, version: "^1.0.0" },
    { ...entry, version: "latest" },
    { ...entry, packages: [{ ...file, fileSha256: SUM.toUpperCase() }] },
    { ...entry, packages: [{ ...file, identifier: "https://example.com/fossick.zip" }] },
    { ...entry, licence: "MIT" },
  ];
  for (const wrong of spoilt) assert(!registryEntry.safeParse(wrong).success, JSON.stringify(wrong));
});

Deno.test("a repository is named by its owner and its name", () => {
  assertEquals(["a/b", "a", "a/b/c", "/b", "a/", "a b/c"].map(isRepository), [true, false, false, false, false, false]);
});
