/**
 * Makes a query ready for one grammar: its node types and fields by number, its patterns by the type they begin at.
 * @module
 */
import type { Language as Tables, Node } from "web-tree-sitter";
import { type ChildPattern, parseQuery, type Pattern, type Predicate } from "./parse_query.ts";

interface NodeTest {
  /** Numbers of its type; absent: any. */
  readonly types?: ReadonlySet<number>;
  /** Only rules of the grammar. */
  readonly isNamed: boolean;
  readonly children: readonly ChildTest[];
  /** Numbers of fields. */
  readonly absentFields: readonly number[];
  readonly captures: readonly string[];
}

/** A child to be matched by one of several tests. */
interface ChildTest {
  /** Number of its field. */
  readonly field?: number;
  readonly isNext: boolean;
  readonly tests: readonly NodeTest[];
}

/** A pattern, to be matched at nodes of the types of its test. */
interface CompiledPattern {
  readonly index: number;
  readonly test: NodeTest;
  /** The types of the nodes around it, the innermost first. */
  readonly parents: readonly ReadonlySet<number>[];
  readonly predicates: readonly Predicate[];
}

export interface CompiledQuery {
  /** Names of the types at which patterns begin. */
  readonly types: readonly string[];
  readonly patternsByType: ReadonlyMap<number, readonly CompiledPattern[]>;
  /** Whether a type is a rule of the grammar, by its number. */
  readonly isNamed: (type: number) => boolean;
}

/** @throws Error if the query does not fit the grammar */
export function compileQuery(text: string, tables: Tables): CompiledQuery {
  const compiler = new Compiler(tables), byType = new Map<number, CompiledPattern[]>();
  for (const [index, { root, predicates }] of parseQuery(text).entries()) {
    const { inner, parents } = withoutFrames(root, compiler);
    for (const test of compiler.tests(inner)) {
      if (test.types === undefined) throw new Error(`pattern ${index} of a query begins anywhere`);
      const pattern = { index, test, parents, predicates };
      for (const type of test.types) byType.set(type, [...byType.get(type) ?? [], pattern]);
    }
  }
  const types = [...new Set([...byType.keys()].map((type) => tables.types[type]))];
  return { types, patternsByType: byType, isNamed: (type) => compiler.named.has(type) };
}

/** A pattern without the nodes around it that capture nothing, so that one child is looked at, not all of them. */
function withoutFrames(
  root: Pattern,
  compiler: Compiler,
): { readonly inner: Pattern; readonly parents: ReadonlySet<number>[] } {
  const parents: ReadonlySet<number>[] = [];
  let inner = root;
  while (
    !("options" in inner) && inner.captures.length + inner.absentFields.length === 0 && inner.children.length === 1
  ) {
    const [{ field, isNext, pattern }] = inner.children;
    if (inner.type === undefined || field !== undefined || isNext) break;
    parents.unshift(compiler.typesOf(inner.type, true));
    inner = pattern;
  }
  return { inner, parents };
}

class Compiler {
  readonly named = new Set<number>();
  readonly #byName = new Map<string, number[]>();

  constructor(private readonly tables: Tables) {
    for (const [number, name] of tables.types.entries()) {
      if (name === undefined) continue;
      const isNamed = tables.nodeTypeIsNamed(number), key = keyOf(name, isNamed);
      if (isNamed) this.named.add(number);
      this.#byName.set(key, [...this.#byName.get(key) ?? [], number]);
    }
  }

  tests(pattern: Pattern, outer: readonly string[] = []): NodeTest[] {
    const captures = [...pattern.captures, ...outer];
    if ("options" in pattern) return pattern.options.flatMap((option) => this.tests(option, captures));
    const { type, isNamed = false, children, absentFields } = pattern;
    return [{
      ...(type !== undefined && { types: this.typesOf(type, isNamed) }),
      isNamed,
      children: children.map((child) => this.#child(child)),
      absentFields: absentFields.map((name) => this.#field(name)),
      captures,
    }];
  }

  typesOf(name: string, isNamed: boolean): ReadonlySet<number> {
    const types = this.#byName.get(keyOf(name, isNamed));
    if (types === undefined) throw new Error(`the grammar of ${this.tables.name} has no ${name}`);
    return new Set(types);
  }

  #child({ field, isNext, pattern }: ChildPattern): ChildTest {
    return { isNext, ...(field !== undefined && { field: this.#field(field) }), tests: this.tests(pattern) };
  }

  #field(name: string): number {
    const field = this.tables.fieldIdForName(name);
    if (field === null) throw new Error(`the grammar of ${this.tables.name} has no field ${name}`);
    return field;
  }
}

function keyOf(name: string, isNamed: boolean): string {
  return isNamed ? name : `"${name}"`;
}

interface NodeCapture {
  readonly name: string;
  readonly node: Node;
}

/** The captures of one match, and the number of its pattern. */
export interface NodeMatch {
  readonly pattern: number;
  readonly captures: readonly NodeCapture[];
}

/** All matches of the patterns that begin at `node`. */
export function* matchesAt(query: CompiledQuery, node: Node): Generator<NodeMatch> {
  for (const pattern of query.patternsByType.get(node.typeId) ?? []) {
    if (!standsIn(node, pattern)) continue;
    for (const captures of matchNode(query, pattern.test, node)) {
      if (fulfils(captures, pattern)) yield { pattern: pattern.index, captures };
    }
  }
}

function standsIn(node: Node, { parents }: CompiledPattern): boolean {
  let inner: Node | null = node;
  return parents.every((types) => {
    inner = inner?.parent ?? null;
    return inner !== null && types.has(inner.typeId);
  });
}

function fulfils(captures: readonly NodeCapture[], { predicates }: CompiledPattern): boolean {
  return predicates.every(({ capture, test }) => {
    const captured = captures.find(({ name }) => name === capture);
    return captured !== undefined && test(captured.node.text);
  });
}

function* matchNode(query: CompiledQuery, test: NodeTest, node: Node): Generator<NodeCapture[]> {
  const type = node.typeId;
  if (test.types === undefined ? test.isNamed && !query.isNamed(type) : !test.types.has(type)) return;
  if (test.absentFields.some((field) => node.childForFieldId(field) !== null)) return;
  const own = test.captures.map((name) => ({ name, node }));
  if (test.children.length === 0) return yield own;
  for (const captures of matchChildren(query, test.children, node)) yield [...own, ...captures];
}

/** Matches children in their order, each after those before it. */
function* matchChildren(
  query: CompiledQuery,
  [first, ...rest]: readonly ChildTest[],
  parent: Node,
  after = -1,
): Generator<NodeCapture[]> {
  for (const child of candidates(first, parent, after)) {
    for (const test of first.tests) {
      for (const captures of matchNode(query, test, child)) {
        if (rest.length === 0) yield captures;
        else for (const more of matchChildren(query, rest, parent, child.endIndex)) yield [...captures, ...more];
      }
    }
  }
}

/** The children that may be the next to match. */
function candidates({ field, isNext, tests }: ChildTest, parent: Node, after: number): readonly Node[] {
  const wantsNamed = tests.every(({ isNamed }) => isNamed);
  const all = field !== undefined
    ? parent.childrenForFieldId(field)
    : wantsNamed
    ? parent.namedChildren
    : parent.children;
  const later = all.filter((child) => child.startIndex >= after);
  return isNext ? later.slice(0, 1) : later;
}
