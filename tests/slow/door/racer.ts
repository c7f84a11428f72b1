/**
 * A second process that exchanges two entries as fast as it can, so that races are real ones.
 * @module
 */

/** How the racer goes about it: without a pause, or in bursts with quiet in which directories settle. */
export type Pace = "continuous" | "bursts";

const C = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int n, char **v) {
  struct stat s;
  struct timespec t[2];
  int bursts = !strcmp(v[4], "bursts");
  stat(v[3], &s);
  t[0] = s.st_atim; t[1] = s.st_mtim;
  puts("racing"); fflush(stdout);
  for (unsigned long i = 1;; i++) {
    if (renameat2(AT_FDCWD, v[1], AT_FDCWD, v[2], RENAME_EXCHANGE)) return 1;
    /* The directory's mtime is set back, so that only its ctime can tell. */
    if (i % 2 == 0) utimensat(AT_FDCWD, v[3], t, 0);
    if (bursts && i % 2000 == 0) usleep(1100000 + i % 7 * 20000);
  }
}`;

const PYTHON = `
import ctypes, os, sys, time
a, b, d, pace = (os.fsencode(x) for x in sys.argv[1:5])
libc = ctypes.CDLL(None, use_errno=True)
s = os.stat(d)
print("racing", flush=True)
i = 0
while True:
    i += 1
    if libc.renameat2(-100, a, -100, b, 2): sys.exit(1)
    if i % 2 == 0: os.utime(d, ns=(s.st_atime_ns, s.st_mtime_ns))
    if pace == b"bursts" and i % 2000 == 0: time.sleep(1.1 + i % 7 * 0.02)
`;

/** Runs `work` while entries `a` and `b` of directory `dir` change places; undefined where no racer can be had. */
export async function whileRacing<T>(
  [a, b, dir]: readonly [a: string, b: string, dir: string],
  pace: Pace,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const command = racerCommand();
  if (command === undefined) return undefined;
  const [program, ...args] = command;
  const racer = new Deno.Command(program, { args: [...args, a, b, dir, pace], stdout: "piped", stderr: "null" })
    .spawn();
  const output = racer.stdout.getReader();
  try {
    // Its first word says that it races; without one the kernel or disk can't exchange entries.
    return (await output.read()).done ? undefined : await work();
  } finally {
    stop(racer);
    await output.cancel();
    await racer.status;
  }
}

function stop(racer: Deno.ChildProcess): void {
  try {
    racer.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

let known: string[] | undefined;

function racerCommand(): string[] | undefined {
  if (Deno.build.os !== "linux") return undefined;
  return known ??= compiled() ?? (works("python3", ["-c", "import ctypes"]) ? ["python3", "-c", PYTHON] : undefined);
}

function compiled(): string[] | undefined {
  const dir = Deno.makeTempDirSync({ prefix: "racer" });
  addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
  Deno.writeTextFileSync(`${dir}/racer.c`, C);
  return works("cc", ["-O2", "-o", `${dir}/racer`, `${dir}/racer.c`]) ? [`${dir}/racer`] : undefined;
}

function works(program: string, args: string[]): boolean {
  try {
    return new Deno.Command(program, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
