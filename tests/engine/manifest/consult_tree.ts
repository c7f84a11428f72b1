/**
 * A tree for tests of consult_files.
 * @module
 */
import { buildManifest } from "../../../src/engine/manifest/manifest.ts";
import type { FaultKey } from "../../../src/model/messages/tool_error.ts";
import type { ConsultReport } from "../../../src/model/report.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { tempDir } from "../../program.ts";
import { finish, jobOn } from "../job_on.ts";

/** A tree beside a place outside it; the project root is `project`, a further root `shared`. */
export class ConsultTree {
  readonly base = tempDir("fossick_consult_");

  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    for (const dir of ["project", "shared", "outside"]) Deno.mkdirSync(`${this.base}/${dir}`);
    for (const [path, content] of Object.entries(files)) {
      Deno.mkdirSync(`${this.base}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeFileSync(
        `${this.base}/${path}`,
        typeof content === "string" ? new TextEncoder().encode(content) : content,
      );
    }
  }

  link(from: string, to: string): void {
    Deno.symlinkSync(to, `${this.base}/${from}`);
  }

  consult(files: readonly string[], remainingMs = Infinity, allow?: readonly string[]): ConsultReport {
    const door = openDoor([`${this.base}/project`, `${this.base}/shared`]);
    const job = jobOn(door, { remainingMs: () => remainingMs });
    return finish(buildManifest({ op: "consult", files, timeoutMs: 50, ...(allow && { allow }) }, job));
  }

  /** Paths that would be sent if `globs` allow it. */
  allowed(globs: readonly string[], ...files: string[]): string[] {
    return this.consult(files, Infinity, globs).files.map(({ path }) => path);
  }

  /** Paths that would be sent. */
  sent(...files: string[]): string[] {
    return this.consult(files).files.map(({ path }) => path);
  }

  /** Excluded paths, and by which fault. */
  excluded(...files: string[]): (readonly [string, FaultKey])[] {
    return this.consult(files).leftOut.map(({ path, fault }) => [path, fault.key]);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.base, { recursive: true });
  }
}
