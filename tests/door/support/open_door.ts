import { DiskDoor } from "../../../src/door/disk_door.ts";
import { findRoots } from "../../../src/door/roots.ts";
import type { Syscalls } from "../../../src/door/syscalls.ts";

/** A door to these roots; the first is the project root. */
export function openDoor(rootArgs: readonly string[], cwd?: string, sys?: Syscalls): DiskDoor {
  return new DiskDoor(findRoots(rootArgs, cwd), sys);
}
