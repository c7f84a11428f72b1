/** What a start needs: a runtime, roots, permissions, and no code from strings. @module */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { NAME } from "../../../packaging/project.ts";
import { settingsOf } from "../../../src/cli/command_line/settings.ts";
import { grantFlags, neededGrants } from "../../../src/cli/permissions.ts";
import { MIN_DENO_VERSION, unsupportedReason } from "../../../src/cli/runtime.ts";
import { isWide } from "../../../src/cli/start/served_roots.ts";
import { offerOf } from "../../../src/cli/start/start_service.ts";
import { instructions } from "../../../src/mcp/offer.ts";
import { firstLines } from "../../program.ts";

const NEEDS = `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is`;
const ADVICE = `upgrade it, or start fossick with: npx -y ${NAME}`;

function deno(version: string) {
  return { Deno: { version: { deno: version }, exit: Deno.exit } };
}

Deno.test("a Deno that is too old is refused in one sentence with both versions, and any other is not", () => {
  assertEquals(unsupportedReason(globalThis), undefined);
  for (const version of [MIN_DENO_VERSION, "2.6.10", "2.10.0", "3.0.0", "2.9.0-rc.1"]) {
    assertEquals([version, unsupportedReason(deno(version))], [version, undefined]);
  }
  for (const version of ["1.46.3", "2.0.0", "2.6.7", "2.5.9"]) {
    assertEquals(unsupportedReason(deno(version)), `${NEEDS} Deno ${version}; ${ADVICE}`);
  }
});

Deno.test("a runtime other than Deno is refused by its name, in a Japanese locale in Japanese", () => {
  const process = { version: "v20.20.2", exit: Deno.exit };
  assertEquals(unsupportedReason({ process }), `${NEEDS} Node.js 20.20.2; ${ADVICE}`);
  assertEquals(unsupportedReason({ process, navigator: { userAgent: "Bun/1.3.0" } }), `${NEEDS} Bun 1.3.0; ${ADVICE}`);
  assertEquals(
    unsupportedReason({ process, navigator: { language: "ja-JP" } }),
    `fossick には Deno ${MIN_DENO_VERSION} 以降が必要です。これは Node.js 20.20.2 です。` +
      `更新するか、次のように起動してください: npx -y ${NAME}`,
  );
});

Deno.test("several roots are named to the model, one is not", () => {
  const named = (...root: string[]) => instructions(offerOf(settingsOf(new Map([["root", root]]))));
  assertEquals(named("/a").includes("The roots:"), false);
  assert(named("/a", "/b\n").includes(' The roots: /a, "/b\\n". '), named("/a", "/b\n"));
});

Deno.test("a root that contains a home directory or everything is recognized", () => {
  const wide = "/ C:/ /root /home /home/ann /home/ann/ /Users/ann C:/Users/Ann /var/home/ann /private/var/root";
  assertEquals(wide.split(" ").filter((root) => !isWide(root)), []);
  assertEquals(
    ["/home/ann/code", "/srv", "/rooty", "/work/home/x/y"].filter((root) => isWide(root)),
    [],
  );
  const ann = "/data/people/ann";
  assertEquals(["/data", ann, `${ann}/code`, "/dat"].map((root) => isWide(root, ann)), [true, true, false, false]);
});

const CHECKOUT = new URL("../../../", import.meta.url);

/** Runs the program, which reports on stderr how many functions were made from strings. */
const COUNTING = `
  let made = 0;
  const construct = (target, args, as) => (made++, Reflect.construct(target, args, as));
  const apply = (target, _, args) => construct(target, args, target);
  globalThis.Function = new Proxy(Function, { construct, apply });
  const { run } = await import(${JSON.stringify(new URL("src/cli/run.ts", CHECKOUT).href)});
  await run(Deno.args);
  console.error("made", made);
`;

Deno.test("no schema of a tool or of the protocol is compiled from strings", async () => {
  const clientInfo = { name: "test", version: "1" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "read_file", arguments: { path: "LICENSE", max_lines: 1 } } },
  ];
  const cwd = fromFileUrl(CHECKOUT), args = ["eval", "--quiet", COUNTING, "serve", "--root", cwd];
  const child = new Deno.Command(Deno.execPath(), { args, cwd, stdin: "piped", stdout: "piped", stderr: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  for (const message of messages) {
    await writer.write(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n"));
  }
  const [, read] = await firstLines(child.stdout, 2);
  await writer.close();
  assertEquals(/MIT License/.test(read), true);
  const { stderr } = await child.output();
  assertEquals(/made \d+/.exec(new TextDecoder().decode(stderr))?.[0], "made 0");
});

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
