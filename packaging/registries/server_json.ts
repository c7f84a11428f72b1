/**
 * server.json: a release's entry in the MCP registry. It lists the npm package, for a machine with Node, and
 * fossick.mcpb, for a machine with Deno. The .mcpb files with a binary are not listed: an entry has no field for its
 * platform, so a client could install another platform's.
 * @module
 */
import { NAME, SUMMARY, VERSION } from "../project.ts";
import { assetUrl, pageOf, registryName, type Repository } from "./repository.ts";

/** The file of the release that runs on any machine with Deno. */
const ANY_MCPB = "fossick.mcpb";

/**
 * The registry's entry for this version.
 * @param sums SHA-256 of the release's files, by name
 * @throws Error without fossick.mcpb
 */
export function serverJson(repository: Repository, sums: ReadonlyMap<string, string>) {
  const fileSha256 = sums.get(ANY_MCPB);
  if (fileSha256 === undefined) throw new Error(`${ANY_MCPB} has no checksum.`);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registryName(repository),
    title: "fossick",
    description: SUMMARY,
    version: VERSION,
    repository: { url: pageOf(repository), source: "github" },
    packages: [npmPackage(), {
      registryType: "mcpb",
      identifier: assetUrl(repository, ANY_MCPB),
      fileSha256,
      transport: { type: "stdio" },
    }],
  };
}

/** Started as `npx -y NAME@VERSION --root DIR`, or without `--root` on the working directory. */
function npmPackage() {
  return {
    registryType: "npm",
    identifier: NAME,
    version: VERSION,
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
  };
}
