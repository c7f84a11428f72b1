/**
 * Finds in one call, for tests.
 * @module
 */
import { assertThrows } from "@std/assert";
import type { Door } from "../../../src/door/door.ts";
import { find } from "../../../src/engine/find/find.ts";
import type { FindResult } from "../../../src/engine/walk/find_result.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import type { EntryTests, Scope } from "../../../src/model/request.ts";
import { finish, jobOn } from "../job_on.ts";
import { scopeOf, testsOf } from "../requests.ts";

/** Finds all kinds of entries, with nothing cached. */
export function findIn(door: Door, scope: Partial<Scope> = {}, tests?: Partial<EntryTests>): FindResult {
  return finish(find(scopeOf(scope), tests && testsOf(tests), jobOn(door), "entries"));
}

/** The shown paths of what `findIn` finds. */
export function pathsIn(door: Door, scope?: Partial<Scope>, tests?: Partial<EntryTests>): string[] {
  return findIn(door, scope, tests).entries.map(({ shown }) => shown);
}

/** The key of the ToolError that `work` throws. */
export function errorKey(work: () => unknown): string {
  return assertThrows(work, ToolError).key;
}
