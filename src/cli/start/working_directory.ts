/**
 * The directory in which the program runs.
 * @module
 */

/** The working directory; "/" if it was deleted: then only absolute roots can be served. */
export function workingDirectory(): string {
  try {
    return Deno.cwd();
  } catch {
    return "/";
  }
}
