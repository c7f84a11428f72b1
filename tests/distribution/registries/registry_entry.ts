/**
 * The MCP registry's schema for server.json of 2025-12-11, for servers that are packages of npm or files, with what the
 * registry checks besides. It is written from the published schema, which tests can't always download; a release is
 * validated by the schema itself.
 * @module
 */
import * as z from "zod";

const text = z.string().min(1).max(100);

// A version, not a range, nor "latest".
const version = z.string().max(255).regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);

const transport = z.strictObject({ type: z.literal("stdio") });

const positional = z.strictObject({ type: z.literal("positional"), value: z.string().min(1) });

const named = z.strictObject({
  type: z.literal("named"),
  // The registry refuses a name that holds its value or a placeholder.
  name: z.string().regex(/^[^<>$ ]+$/),
  description: z.string().min(1),
  format: z.enum(["string", "number", "boolean", "filepath"]),
  isRequired: z.boolean(),
  isRepeated: z.boolean(),
});

const npm = z.strictObject({
  registryType: z.literal("npm"),
  identifier: z.string().regex(/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/),
  version,
  runtimeHint: z.literal("npx"),
  runtimeArguments: z.array(positional),
  packageArguments: z.array(named),
  transport,
});

const file = z.strictObject({
  registryType: z.literal("mcpb"),
  // The registry requires "mcp" in it, and a release of GitHub or GitLab.
  identifier: z.url({ protocol: /^https$/, hostname: /^(?:github|gitlab)\.com$/ }).regex(/mcp/),
  fileSha256: z.string().regex(/^[a-f0-9]{64}$/),
  transport,
});

/** A registry entry. */
export const registryEntry = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z.string().min(3).max(200).regex(
    /^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]\/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$/,
  ),
  title: text,
  description: text,
  version,
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
  packages: z.array(z.discriminatedUnion("registryType", [npm, file])).min(1),
});
