/**
 * The README as packages carry it.
 * @module
 */
import { join } from "@std/path";
import { CHECKOUT, VERSION } from "../project.ts";
import { pageOf, registryName, type Repository } from "./repository.ts";

/**
 * The README for a package of a release: its links lead to the repository, since a package has no docs/, and a comment
 * at its end names the server in the MCP registry, the mark that some registries look for. Unchanged without a
 * repository.
 */
export function packedReadme(repository?: Repository): string {
  const readme = Deno.readTextFileSync(join(CHECKOUT, "README.md"));
  if (repository === undefined) return readme;
  return `${withAbsoluteLinks(readme, repository)}\n<!-- mcp-name: ${registryName(repository)} -->\n`;
}

/** Links to files of the repository become addresses of this version's files; a picture's is that of its content. */
function withAbsoluteLinks(text: string, repository: Repository): string {
  return text.replace(/(!?)\[([^\]]*)\]\((?!#|\w+:)([^)]+)\)/g, (_, mark: string, title: string, path: string) => {
    const page = `${pageOf(repository)}/${mark === "" ? "blob" : "raw"}/v${VERSION}/${path}`;
    return `${mark}[${title}](${page})`;
  });
}
