/**
 * The repository on GitHub that a version is released from, and the addresses and names that follow from it.
 * @module
 */
import { VERSION } from "../project.ts";

/** `owner/name`. */
export type Repository = `${string}/${string}`;

/** Whether `text` is `owner/name`. */
export function isRepository(text: string): text is Repository {
  return /^[\w.-]+\/[\w.-]+$/.test(text);
}

/** The repository's page. */
export function pageOf(repository: Repository): string {
  return `https://github.com/${repository}`;
}

/** The address of a file of this version's release. */
export function assetUrl(repository: Repository, name: string): string {
  return `${pageOf(repository)}/releases/download/v${VERSION}/${name}`;
}

/** The server's name in the MCP registry. The packages that the registry lists repeat it, as the proof of one owner. */
export function registryName(repository: Repository): string {
  const [owner] = repository.split("/");
  return `io.github.${owner}/fossick`;
}
