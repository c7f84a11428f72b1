/**
 * Temporary directories for a test: a project root, and a directory outside it.
 * @module
 */
import { tempDir } from "../../program.ts";

/** A temporary directory with `root`, which is served, and `outside`, which is not. All paths are real paths. */
export class ScratchDir implements Disposable {
  readonly base = tempDir("door");
  readonly root = `${this.base}/root`;
  readonly outside = `${this.base}/outside`;

  constructor() {
    Deno.mkdirSync(this.root);
    Deno.mkdirSync(this.outside);
  }

  /** Writes a file below the base; makes its directories. */
  file(path: string, text = path): void {
    const full = `${this.base}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, text);
  }

  /** Makes a directory below the base, and its parents. */
  dir(path: string): void {
    Deno.mkdirSync(`${this.base}/${path}`, { recursive: true });
  }

  /** Makes a link below the base with the text `target`. */
  link(path: string, target: string): void {
    Deno.symlinkSync(target, `${this.base}/${path}`);
  }

  /** Runs a program in the base; true if it succeeded. */
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
