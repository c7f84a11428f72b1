/**
 * Counts a process's inotify watches, as Linux reports them.
 * @module
 */

/** How many inodes a process watches through inotify. */
export function inotifyWatchCount(pid: number): number {
  let count = 0;
  for (const { name } of Deno.readDirSync(`/proc/${pid}/fdinfo`)) {
    count += infoOf(pid, name).match(/^inotify wd:/gm)?.length ?? 0;
  }
  return count;
}

function infoOf(pid: number, fd: string): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/fdinfo/${fd}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
