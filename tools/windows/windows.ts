/**
 * The Windows that the tests run on: this system, or Wine.
 *
 * On Linux two environment variables say where it is: `WINDENO`, a command that runs Deno for Windows, and `WINC`, the
 * directory that is its drive C:. On Windows neither is needed.
 * @module
 */
import { dirname, join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";

/** A Windows with a copy of this checkout. */
export interface Windows {
  /** What runs Deno there. */
  readonly deno: string;
  readonly isWine: boolean;
  /** The checkout, as this system names it. */
  readonly here: string;
  /** The same, as Windows does. */
  readonly there: string;
}

/** Where the copy lies on drive C:, one for each run. */
const COPY = `fossick-checkout-${Deno.pid}`;

/**
 * Finds Windows, and copies this checkout there where it is another system.
 * @throws Error where there is none, with what it takes
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
  // Wine's first process starts others that stay, and would keep the pipes that they inherit open.
  await new Deno.Command(deno, { args: ["--version"], stdin: "null", stdout: "null", stderr: "null" }).output();
  return { deno, isWine: true, here, there: `C:\\${COPY}` };
}

/** Copies every file of the checkout that git knows or would add. */
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

/** Whether a file that git knows has not been removed. */
function exists(path: string): boolean {
  try {
    return Deno.lstatSync(join(CHECKOUT, path)).isFile;
  } catch {
    return false;
  }
}
