/**
 * `deno task release OWNER/NAME`: builds everything that is published with a version, in dist/release: the bundle, a
 * binary and an .mcpb for each platform, the .mcpb for all platforms, server.json, the manual page, the shells'
 * completions, and checksums.
 * @module
 */
import { basename, join } from "@std/path";
import { BUNDLE, bundle, parsersBeside } from "./bundle.ts";
import { checksums, sha256 } from "./checksums.ts";
import { compileAll, RELEASE } from "./compile.ts";
import { packBinaryMcpb, packMcpb } from "./mcpb.ts";
import { isRepository, type Repository, serverJson } from "./registries/server_json.ts";
import { writeShellFiles } from "./shell/files.ts";

/** The platform of a binary, from its name, as .mcpb manifests name it. */
function platformOf(binary: string): string {
  return binary.includes("windows") ? "win32" : binary.includes("darwin") ? "darwin" : "linux";
}

/**
 * Builds a release.
 * @return the errors by target, for targets without a binary
 */
export async function release(repository: Repository, dir = RELEASE): Promise<ReadonlyMap<string, string>> {
  const { made, failed } = await compileAll(dir);
  const script = await bundle(join(dir, basename(BUNDLE))), registry = join(dir, "server.json");
  const any = await packMcpb(join(dir, "fossick.mcpb"));
  Deno.writeTextFileSync(registry, JSON.stringify(serverJson(repository, await sha256(any)), null, 2) + "\n");
  const packed: string[] = [];
  for (const binary of made) {
    packed.push(await packBinaryMcpb(binary, platformOf(binary), `${binary.replace(/\.exe$/, "")}.mcpb`));
  }
  Deno.writeTextFileSync(
    join(dir, "SHA256SUMS"),
    await checksums([...made, script, parsersBeside(script), any, ...packed, registry, ...writeShellFiles(dir)]),
  );
  return failed;
}

if (import.meta.main) {
  const [repository = ""] = Deno.args;
  if (!isRepository(repository)) {
    console.error("The repository is missing, for example: deno task release OWNER/fossick");
    Deno.exit(2);
  }
  const failed = await release(repository);
  for (const [target, why] of failed) console.error(`${target}: ${why}`);
  Deno.exit(failed.size === 0 ? 0 : 1);
}
