/**
 * Replaces the MCP SDK's platform modules, without the parts that fossick does not use: a JSON Schema validator of
 * 330 kB, for servers that use elicitation, and node's process.
 * @module
 */

/** Every server constructs one; fossick's never calls it. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("this program contains no JSON Schema validator");
  }
}

/** The SDK's stdio transport needs it. */
export const process = {
  get stdin() {
    return globalThis.process.stdin;
  },
  get stdout() {
    return globalThis.process.stdout;
  },
};
