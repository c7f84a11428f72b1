/**
 * The resources that the conformance suite reads by URI.
 * @module
 */
import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { PNG } from "./fixture_media.ts";

/** The entries of `resources/list`. */
export const FIXTURE_RESOURCES: readonly Resource[] = [
  { uri: "test://static-text", name: "static-text", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "watched-resource", mimeType: "text/plain" },
];

/** The entries of `resources/templates/list`. */
export const FIXTURE_TEMPLATES = [{ uriTemplate: "test://template/{id}/data", name: "template" }];

/** The contents of a fixture's URI; undefined for any other. */
export function fixtureContents(uri: string): ReadResourceResult | undefined {
  if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
  const text = fixtureText(uri);
  return text === undefined ? undefined : { contents: [{ uri, ...text }] };
}

function fixtureText(uri: string): { mimeType: string; text: string } | undefined {
  if (uri === "test://static-text") {
    return { mimeType: "text/plain", text: "This is the content of the static text resource." };
  }
  if (uri === "test://watched-resource") return { mimeType: "text/plain", text: "Nothing ever happens to it." };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  return { mimeType: "application/json", text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
}
