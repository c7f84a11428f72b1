/**
 * Collects a directory's entries as the system lists them: those that can be named, and a count of the rest.
 * @module
 */
import type { EntryKind } from "../model/place.ts";
import type { DirEntry } from "./door.ts";
import { kindOf } from "./stamp.ts";

/** Deno puts this character in place of bytes that are not Unicode. */
const REPLACEMENT_CHAR = 0xfffd;

/** The entries of one directory. */
export class EntryCollector {
  readonly entries: DirEntry[] = [];
  #replacedNames: Set<string> | undefined;
  #undecodable = 0;

  /**
   * @param kindOfName the kind of the entry with this very name; undefined if there is none
   * @param isName whether the system finds an entry by this name again; absent: always
   */
  constructor(
    readonly kindOfName: (name: string) => EntryKind | undefined,
    readonly isName?: (name: string) => boolean,
  ) {}

  /** Count of names by which no entry can be found: not valid Unicode, or on Windows read as something else. */
  get undecodable(): number {
    return this.#undecodable;
  }

  add(entry: Deno.DirEntry): void {
    const { name } = entry;
    if (hasReplacementChar(name)) this.#addReplaced(name);
    else if (this.isName?.(name) === false) this.#undecodable++;
    else this.entries.push({ name, kind: kindOf(entry) });
  }

  /** Adds the entry if its name finds it again; of several entries listed with the same name only one can. */
  #addReplaced(name: string): void {
    const names = this.#replacedNames ??= new Set();
    const kind = names.has(name) ? undefined : this.kindOfName(name);
    if (kind === undefined) return void this.#undecodable++;
    names.add(name);
    this.entries.push({ name, kind });
  }
}

/** Faster than `includes` for short names: V8 inlines this loop, but calls `includes`. */
function hasReplacementChar(name: string): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) === REPLACEMENT_CHAR) return true;
  return false;
}
