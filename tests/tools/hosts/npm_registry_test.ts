import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { NAME, VERSION } from "../../../packaging/project.ts";
import { startNpmRegistry } from "../../../tools/hosts/npm_registry.ts";
import { tempTree } from "../../program.ts";

Deno.test("a registry on loopback has the packed package with its checksum, and nothing else", async () => {
  using files = tempTree({ "packed.tgz": "packed" });
  await using registry = await startNpmRegistry(`${files.path}/packed.tgz`, `${files.path}/cache`);
  const [scope, cache] = registry.npmrc.trim().split("\n"), [key, url] = scope.split(/=(.*)/);
  assertEquals([key, cache], [`${NAME.split("/")[0]}:registry`, `cache=${files.path}/cache`]);
  const found = await (await fetch(`${url}${encodeURIComponent(NAME)}`)).json();
  const { name, version, dist: { tarball, integrity } } = found.versions[found["dist-tags"].latest];
  const bytes = await (await fetch(tarball)).bytes();
  assertEquals([name, version, new TextDecoder().decode(bytes)], [NAME, VERSION, "packed"]);
  assertEquals(integrity, `sha512-${createHash("sha512").update(bytes).digest("base64")}`);
  const other = await fetch(`${url}deno`);
  await other.body?.cancel();
  assertEquals(other.status, 404);
});
