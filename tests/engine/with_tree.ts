/** Small trees on the real disk, made for one test and removed after it. @module */
import { dirname, join } from "@std/path";
import type { DiskDoor } from "../../src/door/disk_door.ts";
import { openDoor } from "../door/support/open_door.ts";
import { tempTree } from "../program.ts";

/** The entry at a path: a file's text, `null` for an empty directory, or a link's target. */
export type Planted = Readonly<Record<string, string | null | { readonly link: string }>>;

/** Runs `work` on a door to a tree of `files`. A second directory beside the root is outside. */
export function withTree<R>(files: Planted, work: (door: DiskDoor, root: string) => R): R {
  using directory = tempTree({});
  const top = directory.path;
  const root = `${top}/root`;
  Deno.mkdirSync(root);
  for (const [path, what] of Object.entries(files)) plant(join(root, path), what);
  return work(openDoor([root]), root);
}

function plant(path: string, what: Planted[string]): void {
  Deno.mkdirSync(what === null ? path : dirname(path), { recursive: true });
  if (typeof what === "string") Deno.writeTextFileSync(path, what);
  else if (what !== null) Deno.symlinkSync(what.link, path);
}
