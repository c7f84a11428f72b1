/**
 * The page docs/conformance.md: what other projects' programs report about the server.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { markdown } from "../../packaging/docs.ts";
import { markdownTable } from "../markdown.ts";
import { CLIENT_KINDS } from "../../tests/mcp/any_client.ts";
import { SCENARIOS } from "../../tests/mcp/client_scenarios.ts";
import { INSPECTIONS, INSPECTOR_TRANSPORTS } from "../../tests/slow/conformance/inspections.ts";
import { PROGRAMS_USED } from "../../tests/slow/conformance/programs.ts";
import { type Outcome, REASONS, type SuiteOutcomes } from "../../tests/slow/conformance/suite.ts";

/** The page's path. */
export const PAGE = fromFileUrl(new URL("../../docs/conformance.md", import.meta.url));

/** The whole page. It lists inspections and client scenarios as passed: where one fails, no page is written. */
export async function pageOf(suite: SuiteOutcomes): Promise<string> {
  return await markdown([...OPENING, ...aboutSuite(suite), ...aboutInspector(), ...aboutClients()].join("\n\n") + "\n");
}

const OPENING = [
  "# Conformance",
  "For people who want to know whether fossick follows MCP. After this page you know which checks of other projects it " +
  "passes, and why it does not pass the rest.",
  "`deno task conformance` runs all checks; `--write` renews this page. The tests run the suite and the clients " +
  "completely, and some of the Inspector's calls.",
];

function aboutSuite(suite: SuiteOutcomes): string[] {
  const outcomes = Object.values(suite);
  const short = outcomes.flat().filter((outcome) => !isPassed(outcome)).toSorted(byScenario);
  const names = [...new Set(short.map(({ scenario }) => scenario))];
  const cell = (of: readonly Outcome[], name: string) => said(of.find(({ scenario }) => scenario === name));
  return [
    "## The official conformance suite",
    `\`${PROGRAMS_USED.conformance.from.slice(4)}\` runs over HTTP, its only transport. It calls the server of ` +
    "`src/mcp/`, started with `--allow-read=ROOT --allow-net=127.0.0.1:0`. The tools, prompts and resources that it " +
    "calls by name are added by `tests/slow/conformance/fixture_server.ts`. So is `completion/complete`, which fossick " +
    "does not offer.",
    markdownTable(
      ["revision of MCP", "passed, of the required scenarios", "checks passed in them"],
      Object.entries(suite).map(summary),
    ),
    "The rest is not passed, for these reasons. The names are those of the suite's scenarios.",
    reasons(short).join("\n"),
    "Their results, in the revisions that have them. In brackets: the revision does not require it. ✓ N: all N checks " +
    "passed.",
    markdownTable(
      ["scenario", ...Object.keys(suite)],
      names.map((name) => [name, ...outcomes.map((of) => cell(of, name))]),
    ),
  ];
}

function byScenario(a: Outcome, b: Outcome): number {
  return a.scenario < b.scenario ? -1 : a.scenario > b.scenario ? 1 : 0;
}

function reasons(outcomes: readonly Outcome[]): string[] {
  const given = [...new Set(outcomes.map(reasonOf))].filter((reason) => reason !== undefined);
  return given.map((reason) => {
    const short = outcomes.filter((outcome) => reasonOf(outcome) === reason);
    return `- ${sentence(reason)} ${[...new Set(short.map(({ scenario }) => `\`${scenario}\``))].join(", ")}.`;
  });
}

/** A text with a full stop, and a capital unless it begins with fossick's name. */
function sentence(text: string): string {
  return `${text.startsWith("fossick ") ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;
}

function aboutInspector(): string[] {
  return [
    "## The Inspector",
    `\`${
      PROGRAMS_USED.inspector.from.slice(4)
    } --cli\` calls the program as its users start it, over stdio and HTTP, ` +
    "in revisions of 2025 and 2026. A ✓ means that exit code and answer are right.",
    markdownTable(
      ["method", ...INSPECTOR_TRANSPORTS],
      INSPECTIONS.map(({ what }) => [what, ...INSPECTOR_TRANSPORTS.map(() => "✓")]),
    ),
    "With `--strict` it finds no error and no warning in the schemas of the tools.",
  ];
}

function aboutClients(): string[] {
  return [
    "## The clients of the SDKs",
    "`@modelcontextprotocol/sdk` (v1) and `@modelcontextprotocol/client` (v2), each over stdio and HTTP " +
    "(`tests/slow/mcp/clients_test.ts`). A client:",
    markdownTable(["", ...CLIENT_KINDS], SCENARIOS.map(({ name: what }) => [what, ...CLIENT_KINDS.map(() => "✓")])),
  ];
}

function summary([set, outcomes]: [string, readonly Outcome[]]): string[] {
  const required = outcomes.filter(({ unscored }) => unscored === undefined);
  const checks = required.reduce((sum, { passed }) => sum + passed, 0);
  return [set, `${required.filter(isPassed).length} of ${required.length}`, `${checks}`];
}

function said(outcome: Outcome | undefined): string {
  if (outcome === undefined) return "";
  const { passed, failed, unscored } = outcome;
  const text = isPassed(outcome)
    ? `✓ ${passed}`
    : passed + failed === 0
    ? "skipped"
    : `${passed} of ${passed + failed}`;
  return unscored === undefined ? text : `(${text})`;
}

/** Whether at least one check ran and none failed. */
export function isPassed({ passed, failed }: Outcome): boolean {
  return failed === 0 && passed > 0;
}

/** Why a scenario is not passed; undefined where there is no reason. */
export function reasonOf(outcome: Outcome): string | undefined {
  return isPassed(outcome) ? undefined : REASONS.find(([pattern]) => pattern.test(outcome.scenario))?.[1];
}
