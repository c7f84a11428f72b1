/**
 * File extensions that belong together, by extension or language.
 * @module
 */

/** Extensions of one kind of file, and in front the names of the kind, if it has any. */
const FILE_KINDS: readonly (readonly [names: string, extensions: string])[] = [
  ["javascript typescript", "js mjs cjs jsx ts tsx mts cts"],
  ["python", "py pyi"],
  ["c c++ cplusplus", "c cc cpp cxx h hh hpp"],
  ["csharp c#", "cs"],
  ["rust", "rs"],
  ["golang", "go"],
  ["ruby", "rb"],
  ["kotlin", "kt kts"],
  ["perl", "pl pm"],
  ["shell", "sh bash zsh"],
  ["yaml", "yaml yml"],
  ["markdown", "md mdx markdown"],
  ["html", "htm html"],
  ["jpeg", "jpg jpeg"],
  ["tiff", "tif tiff"],
  ["text", "txt"],
];

const EXTENSIONS_BY_NAME = new Map(
  FILE_KINDS.flatMap(([names, all]) => [...names.split(" "), ...all.split(" ")].map((name) => [name, all.split(" ")])),
);

/**
 * The extensions that may have been meant by a list. A path means its extension, a language or an extension all of the
 * same kind, an expression (`tsx?`) all that it matches.
 *
 * @example
 * ```ts
 * relatedExtensions(["yml"]); // ["yaml", "yml"]
 * relatedExtensions(["go?", "src/a.rs"]); // ["g", "go", "rs"]
 * ```
 */
export function relatedExtensions(extensions: readonly string[]): readonly string[] {
  const plain = extensions.flatMap((one) => {
    const last = one.split(/[./]/).at(-1) ?? one, [, stem, optional] = /^(\w+)(\w)\?$/.exec(last) ?? [];
    return stem === undefined ? [last] : [stem, stem + optional];
  });
  return [...new Set(plain.flatMap((one) => EXTENSIONS_BY_NAME.get(one.toLowerCase()) ?? one))].filter((one) =>
    /^\w+$/.test(one)
  );
}

/**
 * A glob of an extension, or a language's name, as a glob of all files of the same kind; any other glob unchanged.
 *
 * @example
 * ```ts
 * globOfKind("src/*.yaml"); // "src/*.{yaml,yml}"
 * globOfKind("python"); // "*.{py,pyi}"
 * ```
 */
export function globOfKind(glob: string): string {
  const [, stem = "", extension = glob] = /^(.*\.)(\w+)$/.exec(glob) ?? [],
    all = EXTENSIONS_BY_NAME.get(extension.toLowerCase());
  return all === undefined ? glob : `${stem || "*."}{${all.join(",")}}`;
}
