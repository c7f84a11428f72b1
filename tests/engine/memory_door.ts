/**
 * A door onto files that are only in memory, for cases by the thousand, and for faults no disk shows on demand.
 * @module
 */
import type { Door, FileRead, OpenFile, Stamp } from "../../src/door/door.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";

/** A file as it is opened and read; like a real one, it may change between the two. */
export interface MemoryFile {
  readonly size: number;
  read(into: Uint8Array, at: number): number;
}

/** A file of fixed bytes. */
export function bytesFile(bytes: Uint8Array): MemoryFile {
  return {
    size: bytes.length,
    read(into, at) {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
  };
}

/** A door to these files and nothing else; `opened` counts those not closed. */
export class MemoryDoor implements Door {
  readonly roots = [{ path: "/memory", names: ["/memory"], prefix: "" }];
  opened = 0;

  constructor(readonly files: Readonly<Record<string, MemoryFile>>) {}

  proveBatch<T>(work: () => T): T {
    return work();
  }

  resolve(text: string) {
    this.#file(text);
    return { place: { root: 0, path: text }, shown: text, kind: "file" as const };
  }

  open({ path }: { path: string }): OpenFile {
    const file = this.#file(path);
    this.opened++;
    return { stamp: stampOf(file), read: (into, at) => file.read(into, at), close: () => void this.opened-- };
  }

  stat({ path }: { path: string }): Stamp {
    return stampOf(this.#file(path));
  }

  isUnchanged({ path }: { path: string }, stamp: Stamp | undefined): boolean {
    return this.files[path]?.size === stamp?.size;
  }

  statUnproved({ path }: { path: string }): Stamp | undefined {
    const file = this.files[path];
    return file && stampOf(file);
  }

  readFile({ path }: { path: string }, into: Uint8Array): FileRead {
    const file = this.#file(path);
    return { bytes: file.read(into, 0), stamp: stampOf(file) };
  }

  displayPath({ path }: { path: string }): string {
    return path;
  }

  list(): never {
    throw new Error("a memory door lists nothing");
  }

  followLinks(): never {
    throw new Error("a memory door has no links");
  }

  #file(path: string): MemoryFile {
    const file = this.files[path];
    if (!file) throw new ToolError("not_found", { path });
    return file;
  }
}

function stampOf(file: MemoryFile): Stamp {
  return { kind: "file", size: file.size, mtime: 0, ctime: 0, executable: false, dev: 0, ino: 0, linkCount: 1 };
}
