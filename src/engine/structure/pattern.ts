/**
 * What a pattern of a query says beyond its node. tree-sitter takes up to 400 ms to compile the patterns of a language if
 * they have children, and a tenth of that if they have none: so what stands around a node is looked up in the tree.
 * @module
 */
import type { Language as ParserTables, Node, Query, QueryPredicate } from "web-tree-sitter";

/** Steps from a node to others, one after another. */
type Path = readonly ((node: Node) => readonly (Node | null)[])[];

/** The conditions of a pattern, and where its names are. */
export interface PatternRule {
  readonly name: Target;
  readonly owner?: Target;
  /** All must be so. */
  readonly tests: readonly ((node: Node) => boolean)[];
}

/** The nodes at the end of a path that have one of these types; without types: all. */
export interface Target {
  readonly path: Path;
  readonly types: readonly string[];
}

/**
 * The rule of each pattern:
 * - `(#name! path type …)`: where the names of what is defined are; without it: in the field `name`;
 * - `(#owner! path)`: what it belongs to;
 * - `(#has? path type …)`, `(#lacks? path type …)`: whether there is such a node.
 *
 * A path is of steps with dots between: `parent`, a field, the type of children, the number of a child, `self`, `bound`:
 * the names that a pattern binds at any depth or that something is assigned to, or `unwrapped`: a value without brackets,
 * further assignments, and the call of a function that is written there.
 * @throws Error for what it does not know
 */
export function patternRules({ predicates }: Query, tables: ParserTables): PatternRule[] {
  return predicates.map((some) =>
    some.reduce((rule, one) => withPredicate(rule, one, tables), {
      name: { path: pathOf("name", tables), types: [] },
      tests: [],
    } as PatternRule)
  );
}

function withPredicate(rule: PatternRule, { operator, operands }: QueryPredicate, tables: ParserTables): PatternRule {
  const [steps, ...types] = operands.map((operand) => operand.type === "string" ? operand.value : "");
  const target: Target = { path: pathOf(steps, tables), types };
  if (operator === "name!") return { ...rule, name: target };
  if (operator === "owner!") return { ...rule, owner: target };
  const isWanted = operator === "has?";
  if (!isWanted && operator !== "lacks?") throw new Error(`a query can't have #${operator}`);
  return { ...rule, tests: [...rule.tests, (node) => (nodesAt(node, target).length > 0) === isWanted] };
}

function pathOf(steps: string, tables: ParserTables): Path {
  return steps.split(".").map((step) => {
    if (step === "parent") return (node: Node) => [node.parent];
    if (step === "self") return (node: Node) => [node];
    if (step === "bound") return boundIn;
    if (step === "unwrapped") return (node: Node) => [unwrapped(node)];
    if (/^\d/.test(step)) return (node: Node) => [node.namedChild(Number(step))];
    const field = tables.fieldIdForName(step),
      ofType = (node: Node) => node.children.filter(({ type }) => type === step);
    if (field === null) return ofType;
    // The same word may be a field of one node and a type in another.
    return (node: Node) => {
      const inField = node.childrenForFieldId(field);
      return inField.length > 0 ? inField : ofType(node);
    };
  });
}

/** What a name or a pattern in its place binds: not its keys and defaults. */
function boundIn(node: Node): Node[] {
  if (node.type === "member_expression") return [node.childForFieldName("property") ?? node];
  if (node.type === "subscript_expression") return node.namedChildren.filter(isString).flatMap(boundIn);
  if (!isString(node) && !/pattern(?:_list)?$/.test(node.type) || node.namedChildCount === 0) return [node];
  const inner = node.childForFieldName("value") ?? node.childForFieldName("left");
  return (inner === null ? node.namedChildren : [inner]).flatMap(boundIn);
}

function isString({ type }: Node): boolean {
  return type === "string";
}

function unwrapped(node: Node): Node {
  let value = node, isCalled = false;
  for (let inner: Node | null = node; inner !== null; inner = innerOf(inner)) {
    if (!isCalled || inner.type === "function_expression") value = inner;
    isCalled ||= inner.type === "call_expression";
  }
  return value;
}

function innerOf(node: Node): Node | null {
  if (node.type === "parenthesized_expression") return node.firstNamedChild;
  if (node.type === "call_expression") return node.childForFieldName("function");
  if (node.type === "member_expression") return node.childForFieldName("object");
  return node.type === "assignment_expression" ? node.childForFieldName("right") : null;
}

/** The nodes at the end of a path. */
export function nodesAt(node: Node, { path, types }: Target): Node[] {
  let nodes = [node];
  for (const step of path) nodes = nodes.flatMap(step).filter((next) => next !== null);
  return types.length === 0 ? nodes : nodes.filter(({ type }) => types.includes(type));
}
