import { assertEquals } from "@std/assert";
import { grantFlags, neededGrants } from "../../../src/cli/command_line/needed_grants.ts";
import { settingsOf } from "../../../src/cli/command_line/settings.ts";

function flagsFor(given: Record<string, string[]>): string[] {
  return grantFlags(neededGrants(settingsOf(new Map(Object.entries(given)))));
}

Deno.test("a server over stdio needs to read its roots and nothing else", () => {
  assertEquals(flagsFor({}), ["--allow-read=."]);
  assertEquals(flagsFor({ root: ["src", "/my docs"], "cache-mb": ["0"] }), ["--allow-read=src,/my docs"]);
});

Deno.test("HTTP needs its own address and the token's variable", () => {
  assertEquals(flagsFor({ http: ["8080"] }), [
    "--allow-read=.",
    "--allow-net=127.0.0.1:8080",
    "--allow-env=FOSSICK_TOKEN",
  ]);
});

Deno.test("a provider needs its URL's host and the key's variable", () => {
  assertEquals(flagsFor({ "provider-url": ["https://api.example.com/v1"] }), [
    "--allow-read=.",
    "--allow-net=api.example.com",
    "--allow-env=FOSSICK_API_KEY",
  ]);
});

Deno.test("HTTP and a provider need both", () => {
  assertEquals(flagsFor({ root: ["/src"], http: ["[::1]:0"], "provider-url": ["http://localhost:11434/v1"] }), [
    "--allow-read=/src",
    "--allow-net=[::1]:0,localhost:11434",
    "--allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY",
  ]);
});

/** Prints which of `PROBES` a process with these flags may do, without prompting. */
const PROBE = `
  const held = PROBES.filter((probe) => Deno.permissions.querySync(probe).state === "granted");
  console.log(JSON.stringify(held));
`;

const PROBES: readonly Deno.PermissionDescriptor[] = [
  { name: "read", path: "/src/a" },
  { name: "read", path: "/sr" },
  { name: "read" },
  { name: "net", host: "127.0.0.1:8080" },
  { name: "net", host: "127.0.0.1:8081" },
  { name: "net" },
  { name: "env", variable: "FOSSICK_TOKEN" },
  { name: "env", variable: "FOSSICK_API_KEY" },
  { name: "env" },
  ...(["write", "run", "sys", "ffi"] as const).map((name) => ({ name })),
];

Deno.test("by the flags Deno grants what is needed, and nothing else", async () => {
  const flags = flagsFor({ root: ["/src"], http: ["8080"] }), script = await Deno.makeTempFile({ suffix: ".js" });
  await Deno.writeTextFile(script, PROBE.replace("PROBES", JSON.stringify(PROBES)));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-config", ...flags, script],
  }).output();
  await Deno.remove(script);
  assertEquals(JSON.parse(new TextDecoder().decode(stdout)), [PROBES[0], PROBES[3], PROBES[6]]);
});
