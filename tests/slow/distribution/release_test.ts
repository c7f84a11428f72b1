import { assertEquals } from "@std/assert";
import { basename, dirname, join } from "@std/path";
import { binaryName, TARGETS } from "../../../packaging/compile.ts";
import { checksums, sumsText } from "../../../packaging/checksums.ts";
import { CHECKOUT, DIST, NAME, VERSION } from "../../../packaging/project.ts";
import { packedReadme } from "../../../packaging/registries/readme.ts";
import { baseRuntime } from "../../base_runtime.ts";
import { bareEnvironment, identify, TOOLS } from "../../distribution/starts.ts";
import { runToEnd, tempTree } from "../../program.ts";
import { installMcpb } from "./installed_mcpb.ts";

const RELEASE = join(DIST, "release"), OWNER = "Some-Body", REPOSITORY = `${OWNER}/fossick` as const;

/** The binary for this machine. */
const OWN = TARGETS.filter(({ name }) => name === Deno.build.target).map(({ name }) => binaryName(name))[0] ?? "";

/** Files that a release has whatever the platforms. */
const COMMON = [
  "SHA256SUMS",
  "fossick.bash",
  "fossick.fish",
  "fossick.js",
  "fossick.mcpb",
  "fossick.parsers",
  "fossick.tgz",
  "server.json",
];

const base = await baseRuntime();
if ("missing" in base) console.error(`The release is not tested: ${base.missing}`);
else await build(base);

/** Builds the release; the platforms whose base runtime can't be downloaded are missing in it. */
async function build({ deno, env }: { readonly deno: string; readonly env: Readonly<Record<string, string>> }) {
  const path = `${dirname(deno)}:${Deno.env.get("PATH") ?? ""}`;
  const { code, stderr } = await runToEnd([deno, "task", "release", REPOSITORY], {
    cwd: CHECKOUT,
    env: { ...env, PATH: path, NO_COLOR: "1" },
  });
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

function released(name: string, fn: () => void | Promise<void>, { ignore = false } = {}) {
  Deno.test({ name, ignore: ignore || "missing" in base, fn });
}

released(
  "a release has a binary and an .mcpb for each platform, the files of the registries, and sums of all",
  async () => {
    const packed = made().map((name) => `${name.replace(/\.exe$/, "")}.mcpb`);
    assertEquals(names(), [...COMMON, ...made(), ...packed].toSorted());
    const summed = text("SHA256SUMS").trimEnd().split("\n").map((line) => line.split("  ")[1] ?? "");
    assertEquals(summed.toSorted(), names().filter((name) => name !== "SHA256SUMS"));
    assertEquals(text("SHA256SUMS"), sumsText(await checksums(summed.map((name) => join(RELEASE, name)))));
  },
);

released("a release's server.json names the version of the npm package and the sum of fossick.mcpb", async () => {
  const entry = JSON.parse(text("server.json"));
  const sums = await checksums([join(RELEASE, "fossick.mcpb")]);
  assertEquals([entry.name, entry.version, entry.repository.url], [
    `io.github.${OWNER}/fossick`,
    VERSION,
    `https://github.com/${REPOSITORY}`,
  ]);
  const [npm, file] = entry.packages;
  assertEquals([npm.identifier, file.fileSha256], [NAME, sums.get("fossick.mcpb")]);
});

released("the .mcpb of this platform holds the binary, which a desktop host starts without Deno", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  using place = tempTree({});
  using bare = tempTree({});
  const path = join(RELEASE, `${OWN.replace(/\.exe$/, "")}.mcpb`);
  const { manifest, line } = await installMcpb(path, place.path, files.path);
  const { server, compatibility, version } = Object(manifest);
  assertEquals([server.type, compatibility.platforms, version], ["binary", [platform()], VERSION]);
  assertEquals(basename(line[0]), Deno.build.os === "windows" ? "fossick.exe" : "fossick");
  const env = { ...bareEnvironment(bare.path), PATH: "" };
  assertEquals(await identify(line, env, bare.path), { server: "fossick", tools: TOOLS, total: 1 });
});

released("the package for npm names the server as server.json does, and its repository", async () => {
  using place = tempTree({});
  const { code } = await runToEnd(["tar", "-xzf", join(RELEASE, "fossick.tgz"), "-C", place.path]);
  assertEquals(code, 0);
  const { name, version, mcpName, repository } = JSON.parse(packed(place.path, "package.json"));
  const url = `git+https://github.com/${REPOSITORY}.git`;
  assertEquals({ name, version, mcpName, repository }, {
    name: NAME,
    version: VERSION,
    mcpName: JSON.parse(text("server.json")).name,
    repository: { type: "git", url },
  });
  assertEquals(packed(place.path, "README.md"), packedReadme(REPOSITORY));
});

released("the package for JSR has the README of the release's repository", () => {
  assertEquals(Deno.readTextFileSync(join(DIST, "jsr", "README.md")), packedReadme(REPOSITORY));
});

/** A file of the unpacked npm package. */
function packed(place: string, name: string): string {
  return Deno.readTextFileSync(join(place, "package", name));
}

/** The platform's name in .mcpb manifests. */
function platform(): string {
  return Deno.build.os === "windows" ? "win32" : Deno.build.os;
}
