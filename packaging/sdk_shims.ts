/**
 * Stands in for what the MCP SDK chooses by platform, without what fossick does not use of it: a validator of JSON
 * Schema, 330 kB for servers that ask their user for answers; and node's process, as far as it is not asked for.
 * @module
 */

/** Made for every server, asked by none. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("no validator of JSON Schema is part of this program");
  }
}

/** For the SDK's own stdio transport. */
export const process = {
  get stdin() {
    return globalThis.process.stdin;
  },
  get stdout() {
    return globalThis.process.stdout;
  },
};
