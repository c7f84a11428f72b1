/**
 * JSON, with or without comments: the keys of the outermost object.
 * @module
 */
import type { Definition } from "../../../../model/definition.ts";
import type { ScannedLanguage } from "../../language.ts";
import { TextRows } from "./text_rows.ts";
import { keyDefinition } from "./key_definition.ts";

/** A string, a comment, a bracket or a comma. A string that is not closed ends with its line. */
const TOKEN = /"(?:[^"\\\n]+|\\.)*"?|\/\/[^\n]*|\/\*|[{}[\],]/g;

/** The keys with the lines of their values. */
function topKeys(text: string): Definition[] {
  const keys: Definition[] = [], rows = new TextRows(text);
  let depth = 0, lastRow = 0, key: { readonly name: string; readonly row: number } | undefined, isKeyNext = false;
  const end = () => {
    if (key !== undefined) keys.push(keyDefinition(key.name, key.row, lastRow));
    key = undefined;
    isKeyNext = true;
  };
  for (const { token, at } of tokens(text)) {
    if (depth === 0 && token !== "{") return keys;
    if (depth === 1 && (token === "," || token === "}")) end();
    if (token === "}" && depth === 1) return keys;
    if (token === "{" || token === "[") isKeyNext = depth++ === 0;
    else if (token === "}" || token === "]") depth--;
    lastRow = rows.at(at);
    if (depth !== 1 || !isKeyNext || !token.startsWith('"')) continue;
    key = { name: unquoted(token), row: lastRow };
    isKeyNext = false;
  }
  end();
  return keys;
}

/** The tokens but comments. */
function* tokens(text: string): Generator<{ readonly token: string; readonly at: number }> {
  let from = 0;
  for (;;) {
    TOKEN.lastIndex = from;
    const match = TOKEN.exec(text);
    if (match === null) return;
    from = TOKEN.lastIndex;
    if (match[0] === "/*") {
      const closing = text.indexOf("*/", from);
      from = closing < 0 ? text.length : closing + 2;
    } else if (!match[0].startsWith("/")) yield { token: match[0], at: match.index };
  }
}

function unquoted(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1).replace(/"$/, "");
  }
}

/** JSON. */
export const JSON_TEXT: ScannedLanguage = {
  name: "json",
  extensions: ["json", "jsonc", "json5", "webmanifest", "geojson", "ipynb", "har"],
  definitionsIn: topKeys,
};
