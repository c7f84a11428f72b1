/**
 * Performs the steps on a real disk, also in a process of its own.
 * @module
 */
import { join } from "@std/path";
import type { Step } from "./tree.ts";

/** The path that a directory is exchanged with. */
export function otherPath(dir: string): string {
  return `${dir}-other`;
}

function exchange(dir: string): void {
  Deno.renameSync(dir, `${dir}-aside`);
  Deno.renameSync(otherPath(dir), dir);
  Deno.renameSync(`${dir}-aside`, otherPath(dir));
}

/** Files below a root, and next to it a directory outside. */
export class Disk {
  /** The mtime of the last written file before that write. */
  readonly #before = new Map<string, Date>();

  constructor(readonly root: string) {}

  /** Performs a step; returns when the system has completed it. */
  take(step: Step): void {
    const path = join(this.root, step.path);
    switch (step.do) {
      case "mkdir":
        return Deno.mkdirSync(path);
      case "create":
        return Deno.openSync(path, { write: true, createNew: true }).close();
      case "symlink":
        // Absolute, so that its target stays the same when it is moved.
        return Deno.symlinkSync(join(this.root, step.of), path);
      case "link":
        return Deno.linkSync(join(this.root, step.of), path);
      case "write":
        return this.#write(path, step);
      case "truncate":
        return Deno.truncateSync(path, step.size);
      case "rename":
        return Deno.renameSync(path, join(this.root, step.to));
      case "unlink":
      case "rmdir":
        return Deno.removeSync(path);
      case "chmod":
        return Deno.chmodSync(path, step.mode);
      case "utime":
        return this.#utime(path, step.mtime);
      case "exchange":
        return exchange(path);
    }
  }

  /** Changes attributes of two entries in turn, or opens them for reading. The tree stays the same. */
  flood(count: number, how: "changed" | "opened"): void {
    const paths = [
      this.root,
      ...[...Deno.readDirSync(this.root)].filter(({ isSymlink }) => !isSymlink)
        .map(({ name }) => join(this.root, name)),
    ].slice(0, 2);
    for (let i = 0; i < count; i++) {
      const path = paths[i % paths.length];
      if (how === "changed") Deno.chmodSync(path, (Deno.statSync(path).mode ?? 0) & 0o777);
      else Deno.openSync(path).close();
    }
  }

  #write(path: string, { at, bytes }: Extract<Step, { do: "write" }>): void {
    this.#before.set(path, Deno.statSync(path).mtime ?? new Date());
    using file = Deno.openSync(path, { write: true });
    file.seekSync(at, Deno.SeekMode.Start);
    const data = Uint8Array.from(bytes, (char) => char.charCodeAt(0));
    for (let done = 0; done < data.length;) done += file.writeSync(data.subarray(done));
  }

  #utime(path: string, mtime: number | undefined): void {
    const time = mtime === undefined ? this.#before.get(path) ?? new Date() : new Date(mtime * 1000);
    Deno.utimeSync(path, time, time);
  }
}

/** The writer's process, `deno run -A disk.ts ROOT`: performs the steps of each line, and acknowledges the line. */
async function performLines(disk: Disk): Promise<void> {
  const said = new TextEncoder().encode(".");
  let rest = "";
  for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      for (const step of JSON.parse(line)) disk.take(step);
      Deno.stdout.writeSync(said);
    }
  }
}

if (import.meta.main) await performLines(new Disk(Deno.args[0]));
