import { assert, assertEquals } from "@std/assert";
import { isRepository, serverJson } from "../../packaging/registries/server_json.ts";
import { registryEntry } from "./registry_entry.ts";

const SUM = "0123456789abcdef".repeat(4);

Deno.test("server.json satisfies the registry's schema", () => {
  const entry = serverJson("some-body/fossick", SUM);
  assertEquals(registryEntry.parse(entry), entry);
  assertEquals(entry.name, "io.github.some-body/fossick");
});

Deno.test("an entry that the registry refuses does not satisfy the schema here", () => {
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

Deno.test("a repository is given as owner/name", () => {
  assertEquals(["a/b", "a", "a/b/c", "/b", "a/", "a b/c"].map(isRepository), [true, false, false, false, false, false]);
});
