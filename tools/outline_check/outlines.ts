/**
 * Finds the definitions of files, as the engine does.
 * @module
 */
import type { Definition } from "../../src/model/definition.ts";
import { languageOf } from "../../src/engine/structure/languages.ts";
import { Structure } from "../../src/engine/structure/structure.ts";
import type { Operation } from "../../src/engine/task/operation.ts";
import { VmTimeout } from "../../src/engine/task/vm_timeout.ts";
import { readParserFile } from "../../src/pool/parser_files.ts";

/** A file with its language and definitions. */
export interface FileOutline {
  readonly path: string;
  readonly language: string;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly definitions: readonly Definition[];
}

const UNHURRIED = {
  guard: new VmTimeout(),
  shouldYield: () => false,
  remainingMs: () => Infinity,
  holdFor: <T>(what: Promise<T>) => what,
};

/** Finds the definitions of files one after another. */
export class Outliner {
  readonly #structure = new Structure(2 ** 20, readParserFile);

  /** Undefined if no language knows the file. */
  async outline(path: string): Promise<FileOutline | undefined> {
    const text = await Deno.readTextFile(path), language = languageOf(path, text);
    if (language === undefined) return undefined;
    const start = performance.now();
    const { definitions } = await ended(this.#structure.outlineOf(language, text, UNHURRIED));
    const milliseconds = performance.now() - start;
    return { path, language: language.name, bytes: text.length, milliseconds, definitions };
  }
}

/** The result of an operation that may wait for promises. */
async function ended<R>(operation: Operation<R>): Promise<R> {
  for (let step = operation.next();; step = operation.next()) {
    if (step.done) return step.value;
    await step.value;
  }
}
