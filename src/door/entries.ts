/**
 * What a directory's entries are, as they come from the system: those that can be named, and a count of the rest.
 * @module
 */
import type { DirEntry, Kind } from "./door.ts";

/** What stands for the bytes of a name that are not Unicode. */
const REPLACEMENT = "\uFFFD";

/** Entries of one directory, one after the other. */
export class Entries {
  readonly named: DirEntry[] = [];
  readonly #doubtful = new Set<string>();
  #undecodable = 0;

  /** @param kindOf what the entry of a name is; nothing where none has that name */
  constructor(readonly kindOf: (name: string) => Kind | undefined) {}

  /** Names that are not valid Unicode. */
  get undecodable(): number {
    return this.#undecodable;
  }

  add(entry: Deno.DirEntry): void {
    const { name } = entry;
    if (!name.includes(REPLACEMENT)) this.named.push({ name, kind: kindAsListed(entry) });
    else this.#addDoubtful(name);
  }

  /** An entry that can be found again by the name it came with; of several alike only one can. */
  #addDoubtful(name: string): void {
    const kind = this.#doubtful.has(name) ? undefined : this.kindOf(name);
    if (kind === undefined) return void this.#undecodable++;
    this.#doubtful.add(name);
    this.named.push({ name, kind });
  }
}

function kindAsListed(entry: Deno.DirEntry): Kind {
  return entry.isFile ? "file" : entry.isDirectory ? "dir" : entry.isSymlink ? "link" : "special";
}
