/**
 * The project's workflows and action, parsed.
 * @module
 */
import { join } from "@std/path";
import { parse } from "yaml";
import * as z from "zod";
import { CHECKOUT } from "../../packaging/project.ts";

const names = z.union([z.array(z.string()), z.string().transform((name) => [name])]);

const job = z.object({
  needs: names.default([]),
  if: z.string().optional(),
  uses: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  "timeout-minutes": z.number().optional(),
  strategy: z.object({ matrix: z.object({ os: z.array(z.string()) }) }).optional(),
  steps: z.array(z.object({
    uses: z.string().optional(),
    run: z.string().optional(),
    env: z.record(z.string(), z.string()).default({}),
    with: z.record(z.string(), z.unknown()).default({}),
  })).default([]),
});

const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  env: z.record(z.string(), z.string()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), job),
});

/** A workflow, as far as tests read it. */
export type Workflow = z.output<typeof workflow>;

/** A job of a workflow. */
export type Job = z.output<typeof job>;

/** The text of a file in the checkout. */
export function textOf(path: string): string {
  return Deno.readTextFileSync(join(CHECKOUT, path));
}

/** The paths of the workflows. */
export const CI = ".github/workflows/ci.yml", RELEASE = ".github/workflows/release.yml";

/** The workflow of every push. */
export const ci: Workflow = workflow.parse(parse(textOf(CI)));

/** The workflow of a version's tag. */
export const release: Workflow = workflow.parse(parse(textOf(RELEASE)));

/** The action's inputs by name. */
export const { inputs } = z.object({ inputs: z.record(z.string(), z.unknown()) }).parse(parse(textOf("action.yml")));
