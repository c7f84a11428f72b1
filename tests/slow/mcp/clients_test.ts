/** Real clients of both SDK generations, in both protocol eras, over stdio and HTTP. */
import { assertEquals, assertMatch } from "@std/assert";
import { answer, ScriptedApi } from "../../consult/scripted_api.ts";
import { CLIENT_KINDS, CLIENTS, connect } from "../../mcp/any_client.ts";
import { SCENARIO_FILES, SCENARIOS } from "../../mcp/client_scenarios.ts";
import { serving } from "../../mcp/http/http_program.ts";
import { fossick, fossickWith, tempTree } from "../../program.ts";

const ASK = { files: ["src/*.ts", "src/.env"], query: "Why?", model: "big" };

/** On a busy machine some calls take longer than the default. */
const PATIENT = ["--timeout-ms", "30000"];

/** The program on a port that the system chooses. */
function overHttp(root: string, net = "127.0.0.1:0", ...options: string[]) {
  const grants = [`--allow-read=${root}`, `--allow-net=${net}`, "--allow-env=FOSSICK_API_KEY"];
  return serving(fossickWith(grants, "--root", root, "--http", "0", ...PATIENT, ...options), {
    FOSSICK_API_KEY: "sk-key",
  });
}

for (const who of CLIENT_KINDS) {
  Deno.test(`${CLIENTS[who]} passes all scenarios, and is asked for nothing, over stdio and over HTTP`, async (test) => {
    using files = tempTree(SCENARIO_FILES);
    await using program = await overHttp(files.path);
    for (
      const [way, where] of [["stdio", { line: fossick(files.path, ...PATIENT) }], ["HTTP", {
        url: program.url,
      }]] as const
    ) {
      let asked = 0;
      const offers = { roots: () => (asked++, new Promise<never>(() => {})), sample: () => `${asked++}` };
      await using client = await connect(who, where, offers);
      for (const deed of SCENARIOS) await test.step(`over ${way} it ${deed.name}`, () => deed.run(client, who));
      const { structured, isError } = await client.call("consult_files", ASK);
      assertEquals([isError, Object(structured.error).code, structured.total_files], [true, "CONSULT_UNAVAILABLE", 2]);
      assertEquals(asked, 0, "fossick asks for no roots and for no model");
    }
  });
}

Deno.test("over HTTP every client gets the endpoint's answer", async () => {
  using files = tempTree({ "src/a.ts": "print('first')\n", "src/.env": "NAME=unsent\n" });
  await using api = new ScriptedApi({ "/v1/chat/completions": () => answer("from the endpoint") });
  await using server = await overHttp(files.path, `127.0.0.1:0,${api.host}`, "--provider-url", api.url);
  for (const who of CLIENT_KINDS) {
    await using client = await connect(who, { url: server.url });
    const { structured, isError } = await client.call("consult_files", ASK);
    assertEquals([who, isError, structured.answer], [who, false, "from the endpoint"]);
    assertMatch(JSON.stringify(api.asked.at(-1)), /^(?!.*unsent).*print\('first'\)/);
    assertEquals(api.received.at(-1)?.authorization, "Bearer sk-key");
  }
});
