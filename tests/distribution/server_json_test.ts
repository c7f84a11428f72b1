import { assertEquals, assertThrows } from "@std/assert";
import manifest from "../../deno.json" with { type: "json" };
import { isRepository } from "../../packaging/registries/repository.ts";
import { serverJson } from "../../packaging/registries/server_json.ts";

const SUM = "0123456789abcdef".repeat(4), SUMS = new Map([["fossick.mcpb", SUM]]);

Deno.test("server.json lists the npm package and the bundle for any machine with Deno", () => {
  const entry = serverJson("some-body/fossick", SUMS), { name, version } = manifest;
  assertEquals([entry.name, entry.version], ["io.github.some-body/fossick", version]);
  assertEquals(entry.packages, [{
    registryType: "npm",
    identifier: name,
    version,
    runtimeHint: "npx",
    runtimeArguments: [{ type: "positional", value: "-y" }],
    packageArguments: [{
      type: "named",
      name: "--root",
      description: "The directory whose files can be found, searched and read; by default the working directory.",
      format: "filepath",
      isRequired: false,
      isRepeated: true,
    }],
    transport: { type: "stdio" },
  }, {
    registryType: "mcpb",
    identifier: `https://github.com/some-body/fossick/releases/download/v${version}/fossick.mcpb`,
    fileSha256: SUM,
    transport: { type: "stdio" },
  }]);
});

Deno.test("server.json needs the checksum of the bundle", () => {
  assertThrows(() => serverJson("a/b", new Map()), Error, "fossick.mcpb has no checksum.");
});

Deno.test("a repository is given as owner/name", () => {
  assertEquals(["a/b", "a", "a/b/c", "/b", "a/", "a b/c"].map(isRepository), [true, false, false, false, false, false]);
});
