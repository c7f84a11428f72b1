import { assertEquals } from "@std/assert";
import { grantFlags, neededGrants } from "../../src/cli/permissions.ts";
import { settingsOf } from "../../src/cli/command_line/settings.ts";

function flagsFor(given: Record<string, string[]>): string[] {
  return grantFlags(neededGrants(settingsOf(new Map(Object.entries(given)))));
}

Deno.test("a server reads its roots, HTTP needs its address and the token, a provider its host and the key", () => {
  const provider = ["https://api.example.com/v1"], local = ["http://localhost:11434/v1"];
  const cases: readonly (readonly [given: Record<string, string[]>, flags: string])[] = [
    [{}, "read=."],
    [{ root: ["src", "/my docs"], "cache-mb": ["0"] }, "read=src,/my docs"],
    [{ http: ["8080"] }, "read=.|net=127.0.0.1:8080|env=FOSSICK_TOKEN"],
    [{ "provider-url": provider }, "read=.|net=api.example.com|env=FOSSICK_API_KEY"],
    [
      { root: ["/src"], http: ["[::1]:0"], "provider-url": local },
      "read=/src|net=[::1]:0,localhost:11434|env=FOSSICK_TOKEN,FOSSICK_API_KEY",
    ],
  ];
  for (const [given, flags] of cases) assertEquals(flagsFor(given), flags.split("|").map((flag) => `--allow-${flag}`));
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
