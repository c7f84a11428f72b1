/** Everything that is published with a version, built once. */
import { assertEquals } from "@std/assert";
import { basename, dirname, join } from "@std/path";
import { checksums, sumsText } from "../../../packaging/checksums.ts";
import { binaryName, TARGETS, whyNotCompiled } from "../../../packaging/compile.ts";
import { CHECKOUT, DIST, NAME, VERSION } from "../../../packaging/project.ts";
import { packedReadme } from "../../../packaging/registries/readme.ts";
import { baseRuntime } from "../../base_runtime.ts";
import { answer as chatAnswer, CHAT, ScriptedApi } from "../../consult/scripted_api.ts";
import { bareEnvironment, grantedPermissions, identify, installMcpb, TOOLS } from "../../distribution/starts.ts";
import { runToEnd, tempTree } from "../../program.ts";

const RELEASE = join(DIST, "release"), OWNER = "Some-Body", REPOSITORY = `${OWNER}/fossick` as const;

/** The binary for this machine. */
const OWN = TARGETS.filter(({ name }) => name === Deno.build.target).map(({ name }) => binaryName(name))[0] ?? "";
const BINARY = join(RELEASE, OWN);

/** Files that a release has whatever the platforms. */
const COMMON = "SHA256SUMS fossick.bash fossick.fish fossick.js fossick.mcpb fossick.parsers fossick.tgz server.json";

const base = await baseRuntime();
if ("missing" in base) console.error(`The release is not tested: ${base.missing}`);
else await build(base);

/** Builds the release; the platforms whose base runtime can't be downloaded are missing in it. */
async function build({ deno, env }: { readonly deno: string; readonly env: Readonly<Record<string, string>> }) {
  const path = `${dirname(deno)}:${Deno.env.get("PATH") ?? ""}`;
  const line = [deno, "run", "-A", "--no-prompt", "packaging/release.ts", REPOSITORY] as const;
  const { code, stderr } = await runToEnd(line, { cwd: CHECKOUT, env: { ...env, PATH: path } });
  const failed = [...stderr.matchAll(/^(\S+): Deno's base runtime can't be downloaded/gm)].map(([, name]) => name);
  assertEquals([code, made().length + failed.length], [failed.length === 0 ? 0 : 1, TARGETS.length], stderr);
}

/** The names of the release's binaries. */
function made(): string[] {
  return TARGETS.map(({ name }) => binaryName(name)).filter((name) => names().includes(name));
}

function names(): string[] {
  return [...Deno.readDirSync(RELEASE)].map(({ name }) => name).toSorted();
}

function text(name: string): string {
  return Deno.readTextFileSync(join(RELEASE, name));
}

function released(name: string, fn: () => void | Promise<void>) {
  Deno.test({ name, ignore: "missing" in base, fn });
}

released("a release has a binary and an .mcpb for each platform, the registries' files, and sums of all", async () => {
  const packed = made().map((name) => `${name.replace(/\.exe$/, "")}.mcpb`);
  assertEquals(names(), [...COMMON.split(" "), ...made(), ...packed].toSorted());
  const summed = text("SHA256SUMS").trimEnd().split("\n").map((line) => line.split("  ")[1] ?? "");
  assertEquals(summed.toSorted(), names().filter((name) => name !== "SHA256SUMS"));
  assertEquals(text("SHA256SUMS"), sumsText(await checksums(summed.map((name) => join(RELEASE, name)))));
});

released("server.json and the packages name each other, the version and the repository", async () => {
  const url = `https://github.com/${REPOSITORY}`, entry = JSON.parse(text("server.json")), [npm, file] = entry.packages;
  assertEquals([entry.name, entry.version, entry.repository.url], [`io.github.${OWNER}/fossick`, VERSION, url]);
  const sums = await checksums([join(RELEASE, "fossick.mcpb")]);
  assertEquals([npm.identifier, file.fileSha256], [NAME, sums.get("fossick.mcpb")]);
  using place = tempTree({});
  assertEquals((await runToEnd(["tar", "-xzf", join(RELEASE, "fossick.tgz"), "-C", place.path])).code, 0);
  const packed = (name: string) => Deno.readTextFileSync(join(place.path, "package", name));
  const { name, version, mcpName, repository } = JSON.parse(packed("package.json"));
  assertEquals([name, version, mcpName, repository], [NAME, VERSION, entry.name, {
    type: "git",
    url: `git+${url}.git`,
  }]);
  const readme = packedReadme(REPOSITORY);
  assertEquals([packed("README.md"), Deno.readTextFileSync(join(DIST, "jsr", "README.md"))], [readme, readme]);
});

released("the .mcpb of this platform holds the binary, which a desktop host starts without Deno", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  using place = tempTree({});
  using bare = tempTree({});
  const path = join(RELEASE, `${OWN.replace(/\.exe$/, "")}.mcpb`);
  const { manifest: { server, compatibility, version }, line } = await installMcpb(path, place.path, files.path);
  const platform = Deno.build.os === "windows" ? "win32" : Deno.build.os;
  assertEquals([server.type, compatibility.platforms, version], ["binary", [platform], VERSION]);
  assertEquals(basename(line[0]), Deno.build.os === "windows" ? "fossick.exe" : "fossick");
  const env = { ...bareEnvironment(bare.path), PATH: "" };
  assertEquals(await identify(line, env, bare.path), { server: "fossick", tools: TOOLS, total: 1 });
});

released("the binary's engine holds its roots and nothing else, its network thread the provider", async () => {
  using files = tempTree({ "a.txt": "gold\n", "code.py": "def f(): pass\n" });
  using elsewhere = tempTree({});
  using temporary = tempTree({});
  const rooted = [BINARY, "--root", files.path] as const;
  const { code, stdout } = await runToEnd([...rooted, "doctor"], {
    cwd: elsewhere.path,
    env: { TMPDIR: temporary.path },
  });
  const { problems, engine, main, next } = JSON.parse(stdout);
  const advice = `have your host start it; this prints how, for HOST: ${BINARY} config HOST --root ${files.path}`;
  assertEquals([code, problems, engine.mode, next], [0, [], "threads", advice]);
  assertEquals([grantedPermissions(engine.permissions), grantedPermissions(main)], [[`read:${files.path}`], []]);
  // The next start would run cached code from there, whoever wrote it.
  assertEquals([...Deno.readDirSync(temporary.path)], []);
  const outline = await runToEnd([...rooted, "call", "read_file", "code.py", "--outline", "--json"]);
  assertEquals(JSON.parse(outline.stdout).language, "python");

  await using api = new ScriptedApi({ [CHAT]: () => chatAnswer("Gold.") });
  const provided = [...rooted, "--provider-url", api.url] as const;
  const network = JSON.parse((await runToEnd([...provided, "doctor"])).stdout);
  const held = [grantedPermissions(network.network.permissions), grantedPermissions(network.main)];
  assertEquals([network.problems, ...held], [[], [`net:${api.host}`], []]);
  const ask = ["call", "consult_files", "--files", "*.txt", "--query", "?", "--model=m", "--text"];
  const asked = await runToEnd([...provided, ...ask]);
  assertEquals([asked.code, asked.stdout], [0, "Gold.\n"]);
});

Deno.test("a base runtime that can't be downloaded is reported in a sentence, with what to do", () => {
  const url = "https://dl.deno.land/release/v2.9.6/denort.zip";
  const said = new Error(
    `deno compile: error: Writing deno compile executable to temporary file 'x'\n\nCaused by:\n    0: Setting up base ` +
      `binary.\n    1: error sending request for url (${url}): client error (Connect)\n    2: client error (Connect)`,
  );
  const missing = `Deno's base runtime can't be downloaded from ${url}`;
  const own = `${missing}: name one that is on this machine by DENORT_BIN=/path/to/denort.`;
  assertEquals(whyNotCompiled(said), own);
  const told = TARGETS.map((target) => whyNotCompiled(said, target));
  assertEquals(told, TARGETS.map(({ name }) => name === Deno.build.target ? own : `${missing}.`));
  assertEquals(whyNotCompiled(new Error("deno bundle: error: no")), "deno bundle: error: no");
});
