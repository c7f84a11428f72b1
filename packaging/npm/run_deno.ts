/**
 * Starts Deno in the place of this process, or as its child.
 * @module
 */
import { spawn } from "node:child_process";
import process from "node:process";
import { isatty } from "node:tty";

/** Node from 22.15 on can become another program, except on Windows, where this function only throws. */
interface NodeProcess {
  readonly pid: number;
  readonly execve?: (path: string, args: readonly string[], env: Record<string, string>) => never;
}

/**
 * Runs Deno until it ends; this process then ends in the same way. Where Node can, it becomes Deno: that saves 45 MB,
 * and a signal or the loss of the host then meets Deno itself.
 * @param failed is called if the executable can't be started
 */
export function runDeno(path: string, args: readonly string[], env: Record<string, string>, failed: () => void): void {
  const { execve }: NodeProcess = process;
  if (execve === undefined || process.platform === "win32") return runChild(path, args, env, failed);
  try {
    execve.call(process, path, [path, ...args], env);
  } catch {
    failed();
  }
}

function runChild(path: string, args: readonly string[], env: Record<string, string>, failed: () => void): void {
  // Before the start: a signal in between would end this process alone.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (!reachesChild(signal)) child.kill(signal);
    });
  }
  const child = spawn(path, args, { env, stdio: "inherit" });
  child.on("error", failed);
  child.on("exit", (code, signal) => {
    if (signal === null) return process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * Whether the system sends the signal to the child too: Windows to all programs of a console, elsewhere a terminal to
 * its whole foreground. A second interrupt would end a call that is just saying that it was interrupted.
 */
function reachesChild(signal: "SIGINT" | "SIGTERM" | "SIGHUP"): boolean {
  return process.platform === "win32" || signal === "SIGINT" && isatty(0);
}
