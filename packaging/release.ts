/**
 * `deno run -A packaging/release.ts OWNER/NAME`: builds everything that is published with a version. In
 * dist/release: the bundle, a binary and an .mcpb for each platform, the .mcpb for all platforms, the npm package, the
 * shells' completions, server.json and checksums. In dist/jsr: the package for JSR.
 * @module
 */
import { emptyDirSync } from "@std/fs";
import { basename, join } from "@std/path";
import { BUNDLE, bundle, parsersBeside } from "./bundle.ts";
import { checksums, sumsText } from "./checksums.ts";
import { compileAll, RELEASE } from "./compile.ts";
import { packBinaryMcpb, packMcpb } from "./mcpb/mcpb.ts";
import { NPM_PACKAGE, packNpm } from "./npm.ts";
import { JSR, packJsr } from "./registries/jsr.ts";
import { isRepository, type Repository } from "./registries/repository.ts";
import { serverJson } from "./registries/server_json.ts";
import { writeCompletions } from "./shell/completions.ts";

/** The platform of a binary, from its name, as .mcpb manifests name it. */
function platformOf(binary: string): string {
  return binary.includes("windows") ? "win32" : binary.includes("darwin") ? "darwin" : "linux";
}

/**
 * Builds a release.
 * @return the errors by target, for targets without a binary
 */
export async function release(repository: Repository, dir = RELEASE): Promise<ReadonlyMap<string, string>> {
  emptyDirSync(dir);
  const { made, failed } = await compileAll(dir);
  const script = await bundle(join(dir, basename(BUNDLE))), any = await packMcpb(join(dir, "fossick.mcpb"));
  const packed = [];
  for (const binary of made) {
    packed.push(await packBinaryMcpb(binary, platformOf(binary), `${binary.replace(/\.exe$/, "")}.mcpb`));
  }
  const npm = join(dir, basename(NPM_PACKAGE));
  Deno.copyFileSync(await packNpm(NPM_PACKAGE, repository), npm);
  const sums = await checksums([...made, script, parsersBeside(script), any, ...packed, npm, ...writeCompletions(dir)]);
  const server = join(dir, "server.json");
  Deno.writeTextFileSync(server, JSON.stringify(serverJson(repository, sums), null, 2) + "\n");
  Deno.writeTextFileSync(join(dir, "SHA256SUMS"), sumsText(new Map([...sums, ...await checksums([server])])));
  await packJsr(JSR, repository);
  return failed;
}

if (import.meta.main) {
  const [repository = ""] = Deno.args;
  if (!isRepository(repository)) {
    console.error("The repository is missing, for example: deno run -A packaging/release.ts OWNER/fossick");
    Deno.exit(2);
  }
  const failed = await release(repository);
  for (const [target, why] of failed) console.error(`${target}: ${why}`);
  Deno.exit(failed.size === 0 ? 0 : 1);
}
