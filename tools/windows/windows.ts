/**
 * Finds the Windows to run tests on: this system, or Wine.
 *
 * On Linux two environment variables configure Wine: `WINDENO`, a command that runs Deno for Windows, and `WINC`, the
 * directory of its drive C:. On Windows neither is needed.
 * @module
 */
import { dirname, join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";

/** A Windows with a copy of this checkout. */
export interface Windows {
  /** The command that runs Deno there. */
  readonly deno: string;
  readonly isWine: boolean;
  /** The checkout's path on this system. */
  readonly here: string;
  /** The checkout's path on Windows. */
  readonly there: string;
}

/** The directory of this run's copy on drive C:. */
const COPY = `fossick-checkout-${Deno.pid}`;

/**
 * Finds Windows; copies this checkout to it under Wine.
 * @throws Error without Windows or Wine, with the variables to set
 */
export async function findWindows(): Promise<Windows> {
  if (Deno.build.os === "windows") return { deno: Deno.execPath(), isWine: false, here: CHECKOUT, there: CHECKOUT };
  const deno = Deno.env.get("WINDENO"), drive = Deno.env.get("WINC");
  if (deno === undefined || drive === undefined) {
    throw new Error(
      "There is no Windows here: set WINDENO to a command that runs Deno for Windows under Wine, and WINC to the " +
        "directory that is its drive C:.",
    );
  }
  const here = join(drive, COPY);
  await copyCheckout(here);
  // Wine's first process starts background processes; these would keep inherited pipes open.
  await new Deno.Command(deno, { args: ["--version"], stdin: "null", stdout: "null", stderr: "null" }).output();
  return { deno, isWine: true, here, there: `C:\\${COPY}` };
}

/** Copies every file of the checkout that git tracks or would add. */
async function copyCheckout(to: string): Promise<void> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd: CHECKOUT,
  }).output();
  const paths = new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "" && exists(path));
  for (const path of paths) {
    Deno.mkdirSync(dirname(join(to, path)), { recursive: true });
    Deno.copyFileSync(join(CHECKOUT, path), join(to, path));
  }
}

/** Whether a tracked file still exists. */
function exists(path: string): boolean {
  try {
    return Deno.lstatSync(join(CHECKOUT, path)).isFile;
  } catch {
    return false;
  }
}
