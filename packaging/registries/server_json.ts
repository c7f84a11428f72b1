/**
 * server.json: a release's entry in the MCP registry.
 * @module
 */
import { SUMMARY, VERSION } from "../project.ts";

/** The repository on GitHub, `owner/name`, which is also the name's prefix in the registry. */
export type Repository = `${string}/${string}`;

/** Whether `text` is `owner/name`. */
export function isRepository(text: string): text is Repository {
  return /^[\w.-]+\/[\w.-]+$/.test(text);
}

/** The server's name in the registry, which a package on npm has to have too. */
export function registryName(repository: Repository): string {
  const [owner] = repository.split("/");
  return `io.github.${owner}/fossick`;
}

/**
 * The registry's entry for this version.
 * @param sha256 of the release's fossick.mcpb
 */
export function serverJson(repository: Repository, sha256: string) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registryName(repository),
    title: "fossick",
    description: SUMMARY,
    version: VERSION,
    repository: { url: `https://github.com/${repository}`, source: "github" },
    packages: [{
      registryType: "mcpb",
      identifier: `https://github.com/${repository}/releases/download/v${VERSION}/fossick.mcpb`,
      fileSha256: sha256,
      transport: { type: "stdio" },
    }],
  };
}
