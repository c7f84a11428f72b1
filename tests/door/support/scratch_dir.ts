/**
 * Directories for a test, with a project root and something secret beside it; gone when the test is done.
 * @module
 */
import { tempDir } from "../../program.ts";

/** A scratch directory: `root` to serve, `outside` not to. All paths are real ones. */
export class ScratchDir implements Disposable {
  readonly base = tempDir("door");
  readonly root = `${this.base}/root`;
  readonly outside = `${this.base}/outside`;

  constructor() {
    Deno.mkdirSync(this.root);
    Deno.mkdirSync(this.outside);
  }

  /** Writes a file below the base, and the directories it needs. */
  file(path: string, text = path): void {
    const full = `${this.base}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, text);
  }

  /** Makes a directory below the base, and those above it. */
  dir(path: string): void {
    Deno.mkdirSync(`${this.base}/${path}`, { recursive: true });
  }

  /** Makes a link below the base to `target`, as it stands. */
  link(path: string, target: string): void {
    Deno.symlinkSync(target, `${this.base}/${path}`);
  }

  /** Runs a program in the base; whether it succeeded. */
  run(command: string, ...args: string[]): boolean {
    try {
      return new Deno.Command(command, { args, cwd: this.base, stdout: "null", stderr: "null" }).outputSync().success;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.base, { recursive: true });
  }
}
