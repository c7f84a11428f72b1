/**
 * How many files the system lets this process open besides those that are open.
 * @module
 */
import { errnoOf } from "./access_error.ts";
import type { RootDir } from "./roots.ts";
import { SYSCALLS } from "./syscalls.ts";

/**
 * Whether so many more files can be open at once: the root is opened as often, and closed again. Starting a thread or a
 * watch without descriptors left ends the whole process, inside the runtime, where no error can be caught.
 */
export function hasSpareDescriptors({ ioPath: io }: RootDir, count: number, sys = SYSCALLS): boolean {
  const open: number[] = [];
  try {
    while (open.length < count) open.push(sys.open(io));
    return true;
  } catch (error) {
    // Any other error says nothing of descriptors: Windows opens no directory so.
    return !/^E[MN]FILE$/.test(errnoOf(error) ?? "");
  } finally {
    for (const fd of open) sys.close(fd);
  }
}
