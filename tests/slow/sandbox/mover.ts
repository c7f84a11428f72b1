/**
 * A second process that moves entries as fast as it can, for real races: it exchanges two entries, or moves a directory
 * away and puts another entry in its place, as mounting and unmounting would.
 * @module
 */
import { succeeds } from "../../sandbox/setups.ts";

/** Without a pause, or in bursts with pauses in which directories settle. */
export type Pace = "continuous" | "bursts";

/** `exchange` swaps the names of a and b atomically. `replace` renames a to `away`, b to a, and back, step by step. */
export type Move =
  | { readonly how: "exchange"; readonly a: string; readonly b: string }
  | { readonly how: "replace"; readonly a: string; readonly b: string; readonly away: string };

const C = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static volatile sig_atomic_t over;
static void stop(int s) { over = 1; }
int main(int n, char **v) {
  char *pace = v[1], *dir = v[2], *a = v[3], *b = v[4], *away = n > 5 ? v[5] : 0;
  char *from[4] = {a, b, a, away}, *to[4] = {away, a, b, a};
  struct stat s; struct timespec t[2];
  unsigned long i = 0;
  signal(SIGTERM, stop);
  stat(dir, &s); t[0] = s.st_atim; t[1] = s.st_mtim;
  puts("moving"); fflush(stdout);
  /* Ends with everything where it was. */
  while (!over || i % (away ? 4 : 2)) {
    if (away ? rename(from[i % 4], to[i % 4]) : renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE)) return 1;
    i++;
    /* The directory's mtime is set back, so that only its ctime can tell. */
    if (i % 2 == 0) utimensat(AT_FDCWD, dir, t, 0);
    if (!strcmp(pace, "bursts") && i % 2000 == 0 && !over) usleep(1100000 + i / 2000 % 7 * 20000);
  }
  printf("%lu\\n", i);
}`;

/** Runs `work` while `move` is repeated in `dir`; returns its value and the number of moves, or undefined if it can't. */
export async function whileMoving<T>(
  move: Move,
  dir: string,
  pace: Pace,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly moves: number } | undefined> {
  const program = mover();
  if (program === undefined) return undefined;
  const args = [pace, dir, move.a, move.b, ...(move.how === "replace" ? [move.away] : [])];
  const child = new Deno.Command(program, { args, stdout: "piped", stderr: "null" }).spawn();
  const said = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  // Its first line says that it moves; without one the kernel or the file system can't.
  if ((await said.read()).done) return undefined;
  let value: T;
  try {
    value = await work();
  } finally {
    child.kill("SIGTERM");
  }
  const moves = Number((await said.read()).value);
  await said.cancel();
  await child.status;
  return { value, moves };
}

let known: string | undefined;

function mover(): string | undefined {
  if (Deno.build.os !== "linux") return undefined;
  return known ??= compiled();
}

function compiled(): string | undefined {
  const dir = Deno.makeTempDirSync({ prefix: "fossick-mover-" });
  addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
  Deno.writeTextFileSync(`${dir}/mover.c`, C);
  return succeeds("cc", ["-O2", "-w", "-o", `${dir}/mover`, `${dir}/mover.c`]) ? `${dir}/mover` : undefined;
}
