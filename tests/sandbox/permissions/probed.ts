/**
 * The real fossick with probes: at SIGUSR1 its main thread and its other threads try forbidden operations and report the
 * results on stderr. At SIGUSR2 its first engine thread dies. The threads handle two more messages; their permissions
 * are those that the program itself grants.
 *
 *     deno run … probed.ts OUTSIDE-FILE ROOT …fossick's arguments
 * @module
 */
import { run } from "../../../src/cli/run.ts";
import { attempt, type Attempted, type Targets } from "./attempts.ts";

const [file, root, ...args] = Deno.args;
const targets: Targets = { file, root, dir: file.slice(0, file.lastIndexOf("/")) };
const ENGINE_PROBE = new URL("./engine_probe.ts", import.meta.url);
const threads: ProbedWorker[] = [];
/** Without an engine thread the only other thread starts shortly after the first answer. */
const { promise: begun, resolve: begin } = Promise.withResolvers<void>();

class ProbedWorker extends Worker {
  readonly name: string;

  constructor(source: string | URL, options?: WorkerOptions) {
    super(
      options?.name === "fossick-engine" ? ENGINE_PROBE : String(source) + encodeURIComponent(NETWORK_PROBE),
      options,
    );
    this.name = options?.name ?? "";
    threads.push(this);
    begin();
    this.addEventListener("error", () => console.error(`probed: ${this.name} has died`));
  }

  probe(): Promise<Attempted> {
    return new Promise((resolve) => {
      this.addEventListener("message", ({ data }) => data.attempted && resolve(data.attempted));
      this.postMessage({ type: "probe", targets });
    });
  }
}

/** The network thread may not load a module, so it gets the code as text. */
const NETWORK_PROBE = `
  const network = self.onmessage, attempt = ${attempt};
  self.onmessage = (event) => event.data.type === "probe"
    ? void attempt(event.data.targets).then((attempted) => self.postMessage({ attempted }))
    : network(event);`;

globalThis.Worker = ProbedWorker;
Deno.addSignalListener("SIGUSR1", async () => {
  await begun;
  const found: Record<string, Attempted> = { main: await attempt(targets) };
  for (const [i, thread] of threads.entries()) found[`${thread.name} ${i}`] = await thread.probe();
  console.error(`probed: ${JSON.stringify(found)}`);
});
Deno.addSignalListener(
  "SIGUSR2",
  () => threads.find(({ name }) => name === "fossick-engine")?.postMessage({ type: "die" }),
);
Deno.exit(await run(args));
