/**
 * YAML: the keys that are not indented.
 * @module
 */
import type { Definition } from "../../../../model/definition.ts";
import type { ScannedLanguage } from "../../language.ts";
import { keysOfLines } from "./key_definition.ts";

/** A key at the beginning of its line: `"quoted":`, `'quoted':` or plain, in which a colon is followed by no blank. */
const KEY = new RegExp(
  [
    String.raw`^(?:"((?:[^"\\]+|\\.)*)"\s*|'((?:[^']+|'')*)'\s*`,
    String.raw`|([^\s"'#&*!|>%@\x60{}[\],?:-](?:[^:#]|:(?!\s|$)|(?<!\s)#)*)):(?:\s|$)`,
  ].join(""),
);

function topKeys(text: string): Definition[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const keys = lines.flatMap((line, row) => {
    const key = KEY.exec(line);
    return key === null ? [] : [{ name: (key[1] ?? key[2] ?? key[3]).trim(), row }];
  });
  return keysOfLines(lines, keys);
}

/** YAML. */
export const YAML: ScannedLanguage = {
  name: "yaml",
  extensions: ["yaml", "yml"],
  fileNames: [".clang-format", ".clang-tidy"],
  definitionsIn: topKeys,
};
