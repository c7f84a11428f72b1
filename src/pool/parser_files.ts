/**
 * Reads the files of tree-sitter's packages, and our queries. A bundle has a replacement of this file, which reads them from a file next to
 * the bundle.
 *
 * They are imported as bytes: under a grant of the roots alone nothing can read a package's files, but main can import
 * them. Such an import reads nothing before it runs, so it costs a start neither time nor memory.
 * @module
 */
import type { ParserFile, ReadParserFile } from "../engine/structure/language.ts";

type BytesModule = Promise<{ readonly default: unknown }>;

const FILES: Readonly<Record<ParserFile, () => BytesModule>> = {
  module: () => import("web-tree-sitter", { with: { type: "bytes" } }),
  runtime: () => import("web-tree-sitter/web-tree-sitter.wasm", { with: { type: "bytes" } }),
  "bash.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm", { with: { type: "bytes" } }),
  "c.wasm": () => import("@repomix/tree-sitter-wasms/out/tree-sitter-c.wasm", { with: { type: "bytes" } }),
  "c_sharp.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm", { with: { type: "bytes" } }),
  "cpp.wasm": () => import("@repomix/tree-sitter-wasms/out/tree-sitter-cpp.wasm", { with: { type: "bytes" } }),
  "go.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm", { with: { type: "bytes" } }),
  "java.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm", { with: { type: "bytes" } }),
  "javascript.wasm": () =>
    import("@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm", { with: { type: "bytes" } }),
  "kotlin.wasm": () => import("@cursorless/tree-sitter-wasms/out/tree-sitter-kotlin.wasm", { with: { type: "bytes" } }),
  "php.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm", { with: { type: "bytes" } }),
  "python.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm", { with: { type: "bytes" } }),
  "ruby.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm", { with: { type: "bytes" } }),
  "rust.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm", { with: { type: "bytes" } }),
  "swift.wasm": () => import("@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm", { with: { type: "bytes" } }),
  "tsx.wasm": () => import("@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm", { with: { type: "bytes" } }),
  "typescript.wasm": () =>
    import("@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm", { with: { type: "bytes" } }),
  "bash.scm": () => import("../engine/structure/queries/bash.scm", { with: { type: "bytes" } }),
  "c.scm": () => import("../engine/structure/queries/c.scm", { with: { type: "bytes" } }),
  "cpp.scm": () => import("../engine/structure/queries/cpp.scm", { with: { type: "bytes" } }),
  "csharp.scm": () => import("../engine/structure/queries/csharp.scm", { with: { type: "bytes" } }),
  "go.scm": () => import("../engine/structure/queries/go.scm", { with: { type: "bytes" } }),
  "java.scm": () => import("../engine/structure/queries/java.scm", { with: { type: "bytes" } }),
  "javascript.scm": () => import("../engine/structure/queries/javascript.scm", { with: { type: "bytes" } }),
  "kotlin.scm": () => import("../engine/structure/queries/kotlin.scm", { with: { type: "bytes" } }),
  "php.scm": () => import("../engine/structure/queries/php.scm", { with: { type: "bytes" } }),
  "python.scm": () => import("../engine/structure/queries/python.scm", { with: { type: "bytes" } }),
  "ruby.scm": () => import("../engine/structure/queries/ruby.scm", { with: { type: "bytes" } }),
  "rust.scm": () => import("../engine/structure/queries/rust.scm", { with: { type: "bytes" } }),
  "script.scm": () => import("../engine/structure/queries/script.scm", { with: { type: "bytes" } }),
  "swift.scm": () => import("../engine/structure/queries/swift.scm", { with: { type: "bytes" } }),
  "typescript.scm": () => import("../engine/structure/queries/typescript.scm", { with: { type: "bytes" } }),
};

/** Reads one of the packages' files. */
export const readParserFile: ReadParserFile = async (file) => {
  const { default: bytes } = await FILES[file]();
  if (!(bytes instanceof Uint8Array)) throw new Error(`${file} was not imported as bytes`);
  return new Uint8Array(bytes);
};
