/**
 * Definitions in a file's text: functions, classes, headings, keys.
 * @module
 */

/** The kinds of definitions, whatever a language calls them. */
export const DEFINITION_KINDS = [
  "function",
  "method",
  "constructor",
  "class",
  "struct",
  "interface",
  "trait",
  "implementation",
  "enum",
  "type",
  "constant",
  "variable",
  "field",
  "property",
  "module",
  "macro",
  "flag",
  "heading",
] as const;

export type DefinitionKind = typeof DEFINITION_KINDS[number];

/** A definition in a file's text. Lines count from 1. */
export interface Definition {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** The first line of the definition itself: with decorators, without its comment. */
  readonly startLine: number;
  readonly endLine: number;
  /** How many definitions it stands in; 0: top level. */
  readonly depth: number;
  /** The line that holds the name. */
  readonly nameLine: number;
  /** The first line of the comment directly before it. */
  readonly commentLine?: number;
  /** What it belongs to without standing in it, such as the receiver of a method in Go. */
  readonly owner?: string;
}
