/**
 * Opens the real engine on a temporary directory.
 * @module
 */
import { findRoots } from "../src/door/roots.ts";
import { createEngine } from "../src/pool/create_engine.ts";
import type { Engine } from "../src/pool/engine.ts";
import { tempTree } from "./program.ts";

/** An engine on a temporary directory with `files`. */
export async function openEngine(
  files: Parameters<typeof tempTree>[0] = {},
  thread = false,
): Promise<{ readonly engine: Engine; readonly root: string } & Disposable> {
  const directory = tempTree(files), root = directory.path;
  const engine = await createEngine({ roots: findRoots([root]), thread });
  const dispose = () => {
    engine.close();
    directory[Symbol.dispose]();
  };
  return { engine, root, [Symbol.dispose]: dispose };
}
