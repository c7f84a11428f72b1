/**
 * The MCP registry's schema for server.json of 2025-12-11, for servers that are files. It is written from the published
 * schema, which tests can't always download; a release is validated by the schema itself.
 * @module
 */
import * as z from "zod";

const text = z.string().min(1).max(100);

const file = z.strictObject({
  registryType: z.literal("mcpb"),
  // The registry requires "mcp" in it, and a release of GitHub or GitLab.
  identifier: z.url({ protocol: /^https$/, hostname: /^(?:github|gitlab)\.com$/ }).regex(/mcp/),
  fileSha256: z.string().regex(/^[a-f0-9]{64}$/),
  transport: z.strictObject({ type: z.literal("stdio") }),
});

/** A registry entry. */
export const registryEntry = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z.string().min(3).max(200).regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: text,
  description: text,
  // A version, not a range, nor "latest".
  version: z.string().max(255).regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
  packages: z.array(file).min(1),
});
