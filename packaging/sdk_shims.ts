/**
 * Stands in for what the MCP SDK chooses by platform, without its validator of JSON Schema: 330 kB that only a server
 * uses which elicits answers from its user. fossick never does.
 * @module
 */
export { default as process } from "node:process";

/** Made for every server, asked by none. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("no validator of JSON Schema is part of this program");
  }
}
