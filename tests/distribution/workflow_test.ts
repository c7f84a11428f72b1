import { assert, assertEquals } from "@std/assert";
import manifest from "../../deno.json" with { type: "json" };
import { MIN_DENO_VERSION } from "../../src/cli/runtime.ts";
import { CI, ci, inputs, type Job, RELEASE, release, textOf } from "./workflow.ts";

const jobs = [...Object.values(ci.jobs), ...Object.values(release.jobs)];
const steps = jobs.flatMap((job) => job.steps);

/** The jobs that run only if the owner has set them up, with the repository variable that they ask for. */
const REGISTRIES = {
  npm: "PUBLISH_NPM",
  jsr: "PUBLISH_JSR",
  "mcp-registry": "PUBLISH_MCP_REGISTRY",
} as const;

/** All jobs that must have passed before `name` runs. */
function neededBy(name: string): Set<string> {
  const needed = new Set(release.jobs[name]?.needs);
  // The loop adds to the set that it iterates over, so it visits added names too.
  for (const other of needed) for (const more of release.jobs[other]?.needs ?? []) needed.add(more);
  return needed;
}

/** The names of the artifacts that a job downloads or uploads. */
function artifacts({ steps }: Job, action: "download" | "upload"): unknown[] {
  return steps.filter(({ uses }) => uses?.startsWith(`actions/${action}-artifact@`)).map((step) => step.with["name"]);
}

Deno.test("every push runs the gate on three systems", () => {
  const { gate } = ci.jobs;
  assertEquals(gate?.strategy?.matrix.os, ["ubuntu-latest", "macos-latest", "windows-latest"]);
  assertEquals(gate?.steps.slice(-2).map(({ run }) => run), ["deno task ok", "deno task test:slow"]);
});

Deno.test("a version's tag publishes nothing before all of the gate has passed", () => {
  assertEquals(release.on, { push: { tags: ["v*"] } });
  assertEquals(release.jobs["gate"]?.uses, `./${CI}`);
  assert("workflow_call" in ci.on);
  for (const name of Object.keys(release.jobs)) assert(name === "gate" || neededBy(name).has("gate"), name);
});

Deno.test("each registry runs after the release exists, and only if its variable is set; the others are reported", () => {
  const conditional = Object.entries(release.jobs).filter(([, job]) => job.if !== undefined);
  assertEquals(
    Object.fromEntries(conditional.map(([name, job]) => [name, /vars\.(\w+)/.exec(job.if ?? "")?.[1]])),
    REGISTRIES,
  );
  for (const name of Object.keys(REGISTRIES)) assert(neededBy(name).has("github"), name);
  // server.json lists the npm package, which the registry looks up.
  assert(neededBy("mcp-registry").has("npm"));
  const [report] = release.jobs["skipped"]?.steps ?? [];
  assertEquals(
    report?.env,
    Object.fromEntries(Object.values(REGISTRIES).map((variable) => [variable, `\${{ vars.${variable} }}`])),
  );
  for (const variable of Object.values(REGISTRIES)) assert(report?.run?.includes(variable), variable);
});

Deno.test("a job holds the permissions that it needs and no other", () => {
  assertEquals([ci.permissions, release.permissions], [{ contents: "read" }, { contents: "read" }]);
  assert(Object.values(ci.jobs).every(({ permissions }) => permissions === undefined));
  assertEquals(Object.fromEntries(Object.entries(release.jobs).map(([name, job]) => [name, job.permissions])), {
    gate: undefined,
    build: { contents: "read", "id-token": "write", attestations: "write" },
    github: { contents: "write" },
    skipped: {},
    npm: { "id-token": "write" },
    jsr: { "id-token": "write" },
    "mcp-registry": { "id-token": "write" },
  });
});

Deno.test("what is published is what was built: every other job downloads it, with its provenance", () => {
  const { build } = release.jobs;
  assert(build !== undefined);
  assertEquals(artifacts(build, "upload"), ["release", "jsr"]);
  for (const [name, job] of Object.entries(release.jobs)) {
    const expected = ["gate", "build", "skipped"].includes(name) ? [] : [name === "jsr" ? "jsr" : "release"];
    assertEquals(artifacts(job, "download"), expected, name);
  }
  assertEquals(
    build.steps.find(({ uses }) => uses?.startsWith("actions/attest-build-provenance@"))?.with,
    { "subject-checksums": "dist/release/SHA256SUMS" },
  );
  assertEquals(runsOf("npm"), ["npm publish ./release/fossick.tgz --provenance --access public"]);
  assertEquals(runsOf("jsr"), ["deno publish"]);
});

Deno.test("the owner's page names every variable and secret of the workflows, and no other", () => {
  const page = textOf("docs/distribution.md"), workflows = textOf(CI) + textOf(RELEASE);
  const named = workflows.matchAll(/\b(?:vars|secrets)\.(\w+)/g).map(([, name]) => name);
  const explained = page.matchAll(/\bPUBLISH_\w+/g).map(([name]) => name);
  assertEquals(new Set(explained), new Set(named));
});

Deno.test("every task, job and input that the workflows name exists, and every job has a time limit", () => {
  const tasks = steps.flatMap(({ run = "" }) => [...run.matchAll(/deno task ([\w:]+)/g)].map(([, task]) => task ?? ""));
  for (const task of tasks) assert(task in manifest.tasks, task);
  for (const { jobs } of [ci, release]) {
    for (const { needs } of Object.values(jobs)) for (const job of needs) assert(job in jobs, job);
  }
  const own = steps.filter(({ uses }) => uses === "./");
  assertEquals(own.length, 1);
  for (const input of Object.keys(own[0]?.with ?? {})) assert(input in inputs, input);
  for (const job of jobs) assert(job.uses !== undefined || job["timeout-minutes"] !== undefined);
});

Deno.test("a script of a workflow takes values of the event as variables, never as text", () => {
  const inText = steps.filter(({ run = "" }) => run.includes("${{"));
  assertEquals(inText.map(({ run }) => run), []);
});

Deno.test("the workflows' versions of Deno are the README's and the oldest supported one", () => {
  const named = steps.map((step) => step.with["deno-version"]).filter((version) => version !== undefined);
  assertEquals(new Set(named), new Set(["${{ env.DENO }}", MIN_DENO_VERSION]));
  assertEquals(release.env, ci.env);
  const pages = textOf("README.md") + textOf("skills/fossick/SKILL.md");
  assertEquals(new Set(pages.match(/(?<=\bdeno@)\d+\.\d+\.\d+/g)), new Set([ci.env["DENO"]]));
});

/** The scripts of a job of the release. */
function runsOf(name: string): string[] {
  return (release.jobs[name]?.steps ?? []).flatMap(({ run }) => run ?? []);
}
