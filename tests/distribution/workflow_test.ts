import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { parse } from "yaml";
import * as z from "zod";
import manifest from "../../deno.json" with { type: "json" };
import { CHECKOUT } from "../../packaging/project.ts";
import { MIN_DENO_VERSION } from "../../src/cli/runtime.ts";

/** The parts of a workflow that this test reads. */
const workflow = z.object({
  env: z.record(z.string(), z.string()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.array(z.string()).default([]),
      strategy: z.object({ matrix: z.object({ os: z.array(z.string()) }) }).optional(),
      steps: z.array(z.object({
        uses: z.string().optional(),
        run: z.string().optional(),
        with: z.record(z.string(), z.unknown()).default({}),
      })),
    }),
  ),
});

const ci = workflow.parse(parse(Deno.readTextFileSync(join(CHECKOUT, ".github/workflows/ci.yml"))));
const action = z.object({ inputs: z.record(z.string(), z.unknown()) }).parse(
  parse(Deno.readTextFileSync(join(CHECKOUT, "action.yml"))),
);

Deno.test("the workflow runs the gate on three systems, and a release needs it to pass", () => {
  const { gate, release } = ci.jobs;
  assertEquals(gate?.strategy?.matrix.os, ["ubuntu-latest", "macos-latest", "windows-latest"]);
  assertEquals(gate?.steps.slice(-2).map(({ run }) => run), ["deno task ok", "deno task test:slow"]);
  assertEquals(release?.needs.toSorted(), Object.keys(ci.jobs).filter((job) => job !== "release").toSorted());
  assertEquals(ci.permissions, { contents: "read" });
});

Deno.test("every task, job and input that the workflow names exists", () => {
  const steps = Object.values(ci.jobs).flatMap((job) => job.steps);
  const tasks = steps.flatMap(({ run = "" }) => [...run.matchAll(/deno task ([\w:]+)/g)].map(([, task]) => task ?? ""));
  for (const task of tasks) assert(task in manifest.tasks, task);
  for (const { needs } of Object.values(ci.jobs)) for (const job of needs) assert(job in ci.jobs, job);
  const own = steps.filter(({ uses }) => uses === "./");
  assertEquals(own.length, 1);
  for (const input of Object.keys(own[0]?.with ?? {})) assert(input in action.inputs, input);
});

Deno.test("the workflow's versions of Deno are the README's and the oldest supported one", () => {
  const named = Object.values(ci.jobs).flatMap(({ steps }) => steps.map((step) => step.with["deno-version"]));
  assertEquals(
    new Set(named.filter((version) => version !== undefined)),
    new Set(["${{ env.DENO }}", MIN_DENO_VERSION]),
  );
  const readme = Deno.readTextFileSync(join(CHECKOUT, "README.md"));
  assertEquals(new Set(readme.match(/(?<=\bdeno@)\d+\.\d+\.\d+/g)), new Set([ci.env.DENO]));
});
