/**
 * What a directory's entries are, as they come from the system: those that can be named, and a count of the rest.
 * @module
 */
import type { EntryKind } from "../model/place.ts";
import type { DirEntry } from "./door.ts";
import { kindOf } from "./route_walker.ts";

/** What stands for the bytes of a name that are not Unicode. */
const REPLACEMENT_CHAR = 0xfffd;

/** Entries of one directory, one after the other. */
export class EntryCollector {
  readonly entries: DirEntry[] = [];
  #replacedNames: Set<string> | undefined;
  #undecodable = 0;

  /**
   * @param kindOf what the entry of a name is; nothing where none has that name
   * @param isName whether the system finds an entry by that name again; absent: any
   */
  constructor(readonly kindOf: (name: string) => EntryKind | undefined, readonly isName?: (name: string) => boolean) {}

  /** Names by which no entry can be found: not valid Unicode, or on Windows taken for something else. */
  get undecodable(): number {
    return this.#undecodable;
  }

  add(entry: Deno.DirEntry): void {
    const { name } = entry;
    if (hasReplacementChar(name)) this.#addReplaced(name);
    else if (this.isName?.(name) === false) this.#undecodable++;
    else this.entries.push({ name, kind: kindOf(entry) });
  }

  /** An entry that can be found again by the name it came with; of several alike only one can. */
  #addReplaced(name: string): void {
    const doubtful = this.#replacedNames ??= new Set();
    const kind = doubtful.has(name) ? undefined : this.kindOf(name);
    if (kind === undefined) return void this.#undecodable++;
    doubtful.add(name);
    this.entries.push({ name, kind });
  }
}

/** For names, which are short, quicker than `includes`: V8 calls that, and compiles this into the loop. */
function hasReplacementChar(name: string): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) === REPLACEMENT_CHAR) return true;
  return false;
}
