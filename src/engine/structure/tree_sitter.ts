/**
 * One WebAssembly instance of tree-sitter with the grammars that were loaded into it.
 * @module
 */
import type * as WebTreeSitter from "web-tree-sitter";
import type { Language as ParserTables, Parser, Query } from "web-tree-sitter";
import type { ParsedLanguage } from "./language.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { ParserFile, ReadParserFile } from "./parser_file.ts";

/** A page of WebAssembly memory in bytes. */
const PAGE_BYTES = 2 ** 16;
/** Bytes with which an instance begins: its module demands as much. */
const INITIAL_BYTES = 32 * 2 ** 20;
/** Bytes beyond which an instance gets no more memory. */
const MAX_BYTES = 128 * 2 ** 20;

/** A language's grammar and query, ready for use. */
export interface LoadedLanguage {
  readonly tables: ParserTables;
  readonly query: Query;
}

/** The object that holds an instance's functions and memory; tree-sitter keeps no other reference to them. */
type Instance = Record<string, unknown> & { readonly wasmMemory: WebAssembly.Memory };

/** An instance. Its memory grows and never shrinks; `drop` gives it back. */
export class TreeSitter {
  readonly #languages = new Map<ParsedLanguage, LoadedLanguage>();
  #isDropped = false;

  private constructor(
    private readonly read: ReadParserFile,
    private readonly module: typeof WebTreeSitter,
    private readonly instance: Instance,
  ) {}

  /**
   * Loads tree-sitter: 40 ms at the first time.
   * @throws ToolError `no_parsers`
   */
  static async start(read: ReadParserFile): Promise<TreeSitter> {
    const code = await readOrFail(read, "module"), wasm = await readOrFail(read, "runtime");
    const module = await importAnew(code);
    const instance = {
      wasmBinary: wasm,
      wasmMemory: new WebAssembly.Memory({ initial: INITIAL_BYTES / PAGE_BYTES, maximum: MAX_BYTES / PAGE_BYTES }),
      locateFile: (name: string) => name,
      print: () => {},
      printErr: () => {},
    };
    await module.Parser.init(instance);
    return new TreeSitter(read, module, instance);
  }

  /** Bytes of its memory. */
  get bytes(): number {
    return this.#isDropped ? 0 : this.instance.wasmMemory.buffer.byteLength;
  }

  /** Whether it can't be used any longer. */
  get isDropped(): boolean {
    return this.#isDropped;
  }

  /** A language that was loaded before. */
  loaded(language: ParsedLanguage): LoadedLanguage | undefined {
    return this.#languages.get(language);
  }

  /**
   * Loads a language.
   * @throws ToolError `no_parsers`; Error if the query does not fit the grammar
   */
  async load(language: ParsedLanguage): Promise<LoadedLanguage> {
    const tables = this.module.Language.loadSync(new WebAssembly.Module(await readOrFail(this.read, language.grammar)));
    const loaded = { tables, query: new this.module.Query(tables, language.query) };
    this.#languages.set(language, loaded);
    return loaded;
  }

  /** A parser for a language; to be deleted after use. */
  parserFor({ tables }: LoadedLanguage): Parser {
    return new this.module.Parser().setLanguage(tables);
  }

  /**
   * Gives the memory back. Parsers and trees that are left are collected later; what they then call does nothing.
   */
  drop(): void {
    this.#isDropped = true;
    this.#languages.clear();
    const instance: Record<string, unknown> = this.instance;
    for (const [name, value] of Object.entries(instance)) {
      instance[name] = typeof value === "function" ? doNothing : null;
    }
  }
}

let instances = 0;

/**
 * Imports tree-sitter's module. It keeps one WebAssembly instance for ever, so each instance needs a module of its own,
 * under another URL. (A compiled program can't import `blob:` URLs.) It must not see `process`: in Node it would look for
 * its WebAssembly on the disk.
 */
async function importAnew(code: Uint8Array<ArrayBuffer>): Promise<typeof WebTreeSitter> {
  const text = `const process = undefined; /* ${instances++} */ ${new TextDecoder().decode(code)}`;
  return await import(`data:text/javascript,${encodeURIComponent(text)}`);
}

/** @throws ToolError `no_parsers` */
async function readOrFail(read: ReadParserFile, file: ParserFile): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await read(file);
  } catch (error) {
    throw new ToolError("no_parsers", { why: error instanceof Error ? error.message : String(error) });
  }
}

function doNothing(): number {
  return 0;
}
