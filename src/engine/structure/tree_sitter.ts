/**
 * One WebAssembly instance of tree-sitter with the grammars that were loaded into it.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";
import type * as WebTreeSitter from "web-tree-sitter";
import type { Language as ParserTables, Parser, Query } from "web-tree-sitter";
import { type ParsedLanguage, type ParserFile, parserFilesOf, type ReadParserFile } from "./language.ts";
import { type PatternRule, patternRules } from "./pattern.ts";

/** A language's grammar and query, ready for use. */
export interface LoadedLanguage {
  readonly language: ParsedLanguage;
  readonly tables: ParserTables;
  readonly query: Query;
  /** For each pattern of the query. */
  readonly rules: readonly PatternRule[];
}

/** What the grammar could not read, in each language. */
const ERRORS = "[(ERROR) (MISSING)] @error";

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
    const module = evaluateModule(code);
    const instance = {
      wasmBinary: wasm,
      wasmMemory: emptyMemory(),
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
    const [bytes, ...texts] = await Promise.all(parserFilesOf(language).map((file) => readOrFail(this.read, file)));
    const tables = this.module.Language.loadSync(new WebAssembly.Module(bytes));
    const query = new this.module.Query(
      tables,
      [...texts.map((text) => new TextDecoder().decode(text)), ERRORS].join("\n"),
    );
    const loaded = { language, tables, query, rules: patternRules(query, tables) };
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
    if (this.#isDropped) return;
    this.#isDropped = true;
    this.#languages.clear();
    dropMemory(this.instance.wasmMemory);
    const instance: Record<string, unknown> = this.instance;
    for (const [name, value] of Object.entries(instance)) {
      instance[name] = typeof value === "function" ? doNothing : null;
    }
  }
}

/** The exports at the end of a module's text, and what it knows of its own place. */
const EXPORTS = /\bexport\s*\{([^}]*)\};?\s*(?:\/\/[^\n]*)?\s*$/, PLACE = /\bimport\.meta\.url\b/g;

/**
 * Evaluates the text of tree-sitter's module. The module keeps one WebAssembly instance for ever, so each instance
 * needs the module again; and an imported one would never be collected (1.2 MB each). It must not see `process`: in
 * Node it would look for its WebAssembly on the disk.
 */
function evaluateModule(code: Uint8Array<ArrayBuffer>): typeof WebTreeSitter {
  const text = new TextDecoder().decode(code).replaceAll(PLACE, '""');
  const body = text.replace(
    EXPORTS,
    (_, names: string) => `return {${names.replaceAll(/([\w$]+)\s+as\s+(\w+)/g, "$2: $1")}};`,
  );
  return new Function("process", body)();
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

/** A page of WebAssembly memory in bytes. */
const PAGE_BYTES = 2 ** 16;
/** Bytes with which a memory begins, as tree-sitter demands, and beyond which it does not grow. */
const INITIAL_BYTES = 32 * 2 ** 20, MAX_BYTES = 128 * 2 ** 20;

let dropped: WeakRef<WebAssembly.Memory> | undefined;
let uncollectedBytes = 0;
const collected = new FinalizationRegistry(() => uncollectedBytes = 0);

/** Bytes of a dropped memory that is not collected yet; V8 does not count them as part of its heap. */
export function droppedParserBytes(): number {
  return uncollectedBytes;
}

/** A new memory; or a dropped one, emptied, so that hostile texts in a row never hold more than one. */
function emptyMemory(): WebAssembly.Memory {
  const memory = dropped?.deref();
  dropped = undefined;
  if (memory === undefined) {
    return new WebAssembly.Memory({ initial: INITIAL_BYTES / PAGE_BYTES, maximum: MAX_BYTES / PAGE_BYTES });
  }
  new Uint8Array(memory.buffer).fill(0);
  collected.unregister(memory);
  uncollectedBytes = 0;
  return memory;
}

/** Drops a memory that nothing uses any longer. */
function dropMemory(memory: WebAssembly.Memory): void {
  dropped = new WeakRef(memory);
  uncollectedBytes = memory.buffer.byteLength;
  collected.register(memory, undefined, memory);
}
