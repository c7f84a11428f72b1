/**
 * Attempts of everything that a thread of fossick must not be able to do.
 * @module
 */

/** The places for the attempts: a file and a directory outside the roots, and a directory to write in. */
export interface Targets {
  readonly file: string;
  readonly dir: string;
  readonly root: string;
}

/** The result of each attempt: `refused` by the sandbox, `DONE`, or another error. */
export type Attempted = Readonly<Record<string, string>>;

/**
 * Makes all attempts. Its text also runs in a thread that may not load modules, so it uses nothing from outside itself.
 */
export async function attempt({ file, dir, root }: Targets): Promise<Attempted> {
  const tries: Readonly<Record<string, () => unknown>> = {
    "read a file": () => Deno.readTextFileSync(file),
    "open a file": () => Deno.openSync(file).close(),
    "list a directory": () => [...Deno.readDirSync(dir)],
    "stat": () => Deno.statSync(file),
    "lstat": () => Deno.lstatSync(file),
    "real path": () => Deno.realPathSync(`${dir}/.`),
    "read a link": () => Deno.readLinkSync("/proc/self/exe"),
    "watch": () => Deno.watchFs(dir).close(),
    "read by node:fs": async () => (await import("node:fs")).readFileSync(file),
    "read what the process holds": () => Deno.readTextFileSync("/proc/self/environ"),
    "the program's path": () => Deno.readFileSync(Deno.execPath()),
    "write a file": () => Deno.writeTextFileSync(`${root}/written`, "x"),
    "make a directory": () => Deno.mkdirSync(`${root}/made`),
    "make a link": () => Deno.symlinkSync(file, `${root}/linked`),
    "make a hard link": () => Deno.linkSync(file, `${root}/hard`),
    "rename": () => Deno.renameSync(`${root}/a.txt`, `${root}/b.txt`),
    "remove": () => Deno.removeSync(`${root}/a.txt`),
    "change a mode": () => Deno.chmodSync(`${root}/a.txt`, 0o777),
    "change a time": () => Deno.utimeSync(`${root}/a.txt`, 0, 0),
    "truncate": () => Deno.truncateSync(`${root}/a.txt`),
    "a temporary file": () => Deno.makeTempFileSync(),
    "write by node:fs": async () => (await import("node:fs")).writeFileSync(`${root}/written`, "x"),
    "write to shared memory": () => Deno.writeTextFileSync("/dev/shm/fossick-written", "x"),
    "one environment variable": () => Deno.env.get("HOME"),
    "the environment": () => Deno.env.toObject(),
    "set a variable": () => Deno.env.set("FOSSICK_TRIED", "1"),
    "run a program": () => new Deno.Command("true").outputSync(),
    "run by node": async () => (await import("node:child_process")).execFileSync("true"),
    "kill a process": () => Deno.kill(1, "SIGCONT"),
    "load a library": () => Deno.dlopen("libc.so.6", {}),
    "the host's name": () => Deno.hostname(),
    "the system's release": () => Deno.osRelease(),
    "the network's cards": () => Deno.networkInterfaces(),
    "who runs this": () => Deno.uid(),
    "listen": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close(),
    "listen on a socket file": () => Deno.listen({ transport: "unix", path: `${root}/socket` }).close(),
    "connect": () => Deno.connect({ hostname: "127.0.0.1", port: 1 }),
    "fetch": () => fetch("http://127.0.0.1:8081/"),
    "fetch a file": () => fetch(`file://${file}`),
    "resolve a name": () => Deno.resolveDns("localhost", "A"),
    "open a web socket": () => new WebSocket("ws://127.0.0.1:8081/"),
    "import from the network": () => import(`http://127.0.0.1:8081/${"x"}.js`),
    "import from outside": () => import(`file://${dir}/${"no-such-module"}.js`),
    "ask for more": () => {
      const { state } = Deno.permissions.requestSync({ name: "read" });
      if (state !== "granted") throw new Deno.errors.NotCapable(state);
    },
    "give a thread more": () =>
      new Worker("data:text/javascript,", { type: "module", deno: { permissions: { run: true } } }).terminate(),
  };
  const came: Record<string, string> = {};
  for (const [name, act] of Object.entries(tries)) {
    try {
      await act();
      came[name] = "DONE";
    } catch (error) {
      came[name] = isRefusal(error) ? "refused" : String(error);
    }
  }
  return came;

  function isRefusal(error: unknown): boolean {
    if (error instanceof Deno.errors.NotCapable || error instanceof Deno.errors.PermissionDenied) return true;
    return error instanceof Error &&
      /NotCapable|Requires \w+ access|ERR_ACCESS_DENIED|escalate|not granted/.test(`${error.name} ${error.message}`);
  }
}
