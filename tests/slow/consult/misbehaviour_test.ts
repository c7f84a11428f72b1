import { assert, assertEquals, assertMatch } from "@std/assert";
import { Provider } from "../../../src/consult/provider.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { NetworkThread } from "../../../src/pool/network_thread.ts";
import { fossickWith, tempTree } from "../../program.ts";
import { fieldAt, ServerProcess, structuredOf } from "../../sandbox/server_process.ts";
import { FakeClock } from "../../consult/fake_clock.ts";
import { BEHAVIOURS, ENDLESS_EXTENSION } from "../../consult/misbehaviour.ts";
import { RawProvider } from "../../consult/raw_provider.ts";

const NAMES = Object.keys(BEHAVIOURS);

/** The code of the error that a question ends with, or its other outcome. */
async function codeOf(provider: Provider, model: string): Promise<unknown> {
  try {
    return (await provider.consult({ files: [], query: "?", model }, {})).answer;
  } catch (error) {
    return error instanceof ToolError ? error.code : error;
  }
}

/** Delays between attempts end immediately. The deadline never passes. */
const impatient = () => new FakeClock((ms) => ms < 5000);

for (const direct of [true, false]) {
  const way = direct ? "with no proxy" : "as the environment says";
  Deno.test(`a question to a provider that answers with ${way} ends in PROVIDER_ERROR, and the next one is asked`, async () => {
    assert(NAMES.length >= 75, `${NAMES.length}`);
    await using raw = new RawProvider();
    const network = await NetworkThread.start(raw.host, direct);
    const provider = new Provider({ url: raw.url }, (url, outgoing) => network.fetch(url, outgoing), impatient());
    for (const name of NAMES) assertEquals([name, await codeOf(provider, name)], [name, "PROVIDER_ERROR"]);
    network.close();
  });

  Deno.test(`a question that names its model is asked even if the list of models is ${way}`, async () => {
    for (
      const name of ["status 000", "a header without a colon", "headers without an end", "a gzip bomb", "a 302 to "]
    ) {
      await using raw = new RawProvider(BEHAVIOURS[name]);
      const network = await NetworkThread.start(raw.host, direct);
      const provider = new Provider({ url: raw.url }, (url, outgoing) => network.fetch(url, outgoing), impatient());
      assertEquals([name, await codeOf(provider, "nothing")], [name, "PROVIDER_ERROR"]);
      network.close();
    }
  });
}

Deno.test("an answer without a body ends at its deadline, and the next request is answered", async () => {
  await using raw = new RawProvider(ENDLESS_EXTENSION);
  const network = await NetworkThread.start(raw.host, true);
  const clock = new FakeClock((ms) => ms < LIMITS.consult.idleMs && ms !== 5000);
  const provider = new Provider({ url: raw.url }, (url, outgoing) => network.fetch(url, outgoing), clock);
  assertEquals(await codeOf(provider, "a page"), "PROVIDER_ERROR");
  network.close();
});

Deno.test("a server over stdio survives a provider that answers each call in a different wrong way", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  await using raw = new RawProvider();
  const flags = [`--allow-read=${files.path}`, `--allow-net=${raw.host}`, "--allow-env=FOSSICK_API_KEY"];
  const server = await ServerProcess.open(fossickWith(flags, "--root", files.path, "--provider-url", raw.url));
  const search = () => server.call("search_content", { roots: ["."], query: "gold", total_only: true });
  const errors = await Promise.all(NAMES.map(async (model) => {
    const consulted = structuredOf(await server.call("consult_files", { files: ["a.txt"], query: "?", model }));
    return [model, fieldAt(fieldAt(consulted, "error"), "code"), fieldAt(structuredOf(await search()), "total")];
  }));
  assertEquals(errors, NAMES.map((name) => [name, "PROVIDER_ERROR", 1]));
  assertMatch(server.stderr, /^(?!.*internal error)/);
  assertEquals(await server.end(), 0);
});
