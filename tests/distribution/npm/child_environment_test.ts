import { assertEquals } from "@std/assert";
import { childEnvironment } from "../../../packaging/npm/child_environment.ts";

Deno.test("Deno's and Node's variables are left out, except those for certificates", () => {
  const kept = {
    PATH: "/bin",
    HOME: "/home/me",
    FOSSICK_API_KEY: "k",
    HTTPS_PROXY: "http://proxy:3128",
    DENO_CERT: "/etc/company.pem",
    DENO_TLS_CA_STORE: "system",
  };
  const left = {
    DENO_DIR: ".deno",
    deno_v8_flags: "--nonsense",
    NODE_OPTIONS: "--require ./x.js",
    npm_config_registry: "http://x.example",
    OTEL_DENO: "true",
    UNSET: undefined,
  };
  assertEquals(childEnvironment({ ...kept, ...left }), { ...kept, DENO_NO_UPDATE_CHECK: "1" });
});
