/**
 * Tests how many more files this process can open.
 * @module
 */
import { errnoOf } from "./access_error.ts";
import type { RootDir } from "./roots.ts";
import { SYSCALLS } from "./syscalls.ts";

/**
 * Whether `count` more files can be open at the same time: opens the root `count` times and closes it again. Without a
 * free descriptor the start of a thread or a watch ends the whole process inside the runtime, where no error can be
 * caught.
 */
export function hasSpareDescriptors({ ioPath: io }: RootDir, count: number, sys = SYSCALLS): boolean {
  const open: number[] = [];
  try {
    while (open.length < count) open.push(sys.open(io));
    return true;
  } catch (error) {
    // Other errors are not about descriptors: Windows can't open a directory like this.
    return !/^E[MN]FILE$/.test(errnoOf(error) ?? "");
  } finally {
    for (const fd of open) sys.close(fd);
  }
}
