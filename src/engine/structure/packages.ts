/**
 * The packages of tree-sitter and its grammars. Nothing of them is loaded before it is asked for. `deno task bundle`
 * replaces this file by one that contains their bytes.
 *
 * They are imported as bytes: a thread that may read the roots alone can't read a package's files, but can import them.
 * @module
 */

/** The API of tree-sitter. */
export type TreeSitterModule = typeof import("web-tree-sitter");

/** Imports tree-sitter's module anew: each has a WebAssembly instance of its own. @param instance a number never used */
export async function importTreeSitter(instance: number): Promise<TreeSitterModule> {
  return await import(`${import.meta.resolve("web-tree-sitter")}?${instance}`);
}

/** A module of bytes. */
type BytesModule = Promise<{ readonly default: Uint8Array<ArrayBuffer> }>;

/** The WebAssembly of tree-sitter itself. */
export function importTreeSitterWasm(): BytesModule {
  return import("web-tree-sitter/web-tree-sitter.wasm", { with: { type: "bytes" } });
}

/** The WebAssembly of each grammar. */
export const GRAMMARS = {
  bash: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm", { with: { type: "bytes" } }),
  c: () => import("@repomix/tree-sitter-wasms/out/tree-sitter-c.wasm", { with: { type: "bytes" } }),
  c_sharp: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm", { with: { type: "bytes" } }),
  cpp: () => import("@repomix/tree-sitter-wasms/out/tree-sitter-cpp.wasm", { with: { type: "bytes" } }),
  go: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm", { with: { type: "bytes" } }),
  java: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm", { with: { type: "bytes" } }),
  javascript: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm", { with: { type: "bytes" } }),
  kotlin: () => import("@cursorless/tree-sitter-wasms/out/tree-sitter-kotlin.wasm", { with: { type: "bytes" } }),
  php: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm", { with: { type: "bytes" } }),
  python: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm", { with: { type: "bytes" } }),
  ruby: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm", { with: { type: "bytes" } }),
  rust: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm", { with: { type: "bytes" } }),
  swift: () => import("@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm", { with: { type: "bytes" } }),
  tsx: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm", { with: { type: "bytes" } }),
  typescript: () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm", { with: { type: "bytes" } }),
} as const satisfies Readonly<Record<string, () => BytesModule>>;

/** A grammar's name. */
export type Grammar = keyof typeof GRAMMARS;
