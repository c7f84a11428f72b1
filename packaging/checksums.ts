/**
 * SHA-256 sums of packages, in the format of `sha256sum --check`.
 * @module
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "@std/path";

/** The SHA-256 of a file, in hexadecimal. */
async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest("hex");
}

/** The SHA-256 of files, by name. */
export async function checksums(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map(await Promise.all(paths.map(async (path) => [basename(path), await sha256(path)] as const)));
}

/** A line for each file: its sum, two spaces, its name. */
export function sumsText(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join("");
}
