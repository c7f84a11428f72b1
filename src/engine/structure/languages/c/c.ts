/**
 * C and C++.
 * @module
 */
import type { Node } from "web-tree-sitter";
import type { DefinitionKind } from "../../../../model/definition.ts";
import type { Declared, ParsedLanguage } from "../../language.ts";
import { withoutPreprocessor } from "./without_preprocessor.ts";

/** The definitions that C and C++ write alike. Declarations in functions are not among them. */
const C_QUERY = `
(comment) @comment
(preproc_function_def name: (identifier) @name) @macro
(preproc_def name: (identifier) @name value: (preproc_arg)) @constant

(function_definition) @declaration
(type_definition) @declaration
(translation_unit (declaration) @declaration)
(declaration_list (declaration) @declaration)
(linkage_specification (declaration) @declaration)
(struct_specifier body: (_)) @declaration
(union_specifier body: (_)) @declaration
(enum_specifier body: (_)) @declaration
`;

export const C: ParsedLanguage = {
  name: "c",
  extensions: ["c", "h"],
  grammar: "c",
  query: C_QUERY,
  declaredBy: declaredInC,
  prepare: withoutPreprocessor,
};

const CPP_QUERY = `${C_QUERY}
(class_specifier body: (_)) @declaration
(field_declaration_list [(field_declaration) (declaration) (function_definition)] @declaration) @outer
(template_declaration [
  (declaration) (function_definition) (class_specifier) (struct_specifier) (union_specifier)
] @declaration) @outer
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type
(namespace_definition name: (_) @name) @module
`;

export const CPP: ParsedLanguage = {
  name: "cpp",
  extensions: ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "tpp", "ixx", "cppm"],
  grammar: "cpp",
  query: CPP_QUERY,
  declaredBy: declaredInC,
  prepare: withoutPreprocessor,
};

const TYPES: ReadonlyMap<string, DefinitionKind> = new Map([
  ["class_specifier", "class"],
  ["struct_specifier", "struct"],
  ["union_specifier", "struct"],
  ["enum_specifier", "enum"],
]);

/**
 * The definitions in a declaration, or in the body of a type. A query would need a pattern for each depth of pointers,
 * brackets and scopes: 365 for C++, which take seconds to compile.
 * @param outer the `template <…>` or the body of a class that it stands in
 */
function declaredInC(node: Node, outer: Node | undefined): Declared[] {
  const kind = TYPES.get(node.type), extent = outer?.type === "template_declaration" ? outer : node;
  const names = kind === undefined ? node.childrenForFieldName("declarator") : [node.childForFieldName("name")];
  return names.flatMap((name) => {
    const declared = name === null ? undefined : declaredName(name);
    const found = declared && (kind ?? kindOf(node, outer, declared));
    return declared && found ? [{ ...declared, kind: found, extent }] : [];
  });
}

interface DeclaredName {
  readonly name: Node;
  /** The brackets of parameters after `operator int`. */
  readonly nameBefore?: Node;
  /** The class before it: `A` of `A::f`. */
  readonly owner: Node | undefined;
  readonly isFunction: boolean;
}

/** Looks for the name in pointers, arrays, brackets and scopes. The declarator next to it says what it is. */
function declaredName(declarator: Node): DeclaredName | undefined {
  let node: Node | null = declarator, owner: Node | undefined, isFunction = false;
  while (node !== null) {
    const { type }: Node = node;
    if (type === "operator_cast") return { name: node, nameBefore: parametersOf(node), owner, isFunction: true };
    if (type === "function_declarator") isFunction = true;
    else if (type === "pointer_declarator" || type === "array_declarator") isFunction = false;
    else if (type === "qualified_identifier") owner = scopeOf(node) ?? owner;
    const inner: Node | null = innerOf(node);
    if (inner === null) return { name: node, owner, isFunction };
    node = inner;
  }
  return undefined;
}

/** The part of a declarator or name that holds the plain name; null for a plain name. */
function innerOf(node: Node): Node | null {
  switch (node.type) {
    case "parenthesized_declarator":
    case "reference_declarator":
      return node.firstNamedChild;
    case "qualified_identifier":
    case "template_type":
    case "template_function":
      return node.childForFieldName("name");
    default:
      return node.childForFieldName("declarator");
  }
}

/** The declarator of `()` in `operator T*()`. */
function parametersOf(conversion: Node): Node | undefined {
  let node = conversion.childForFieldName("declarator");
  while (node !== null && node.type !== "abstract_function_declarator") node = innerOf(node) ?? node.lastNamedChild;
  return node ?? undefined;
}

function scopeOf(node: Node): Node | undefined {
  const scope = node.childForFieldName("scope");
  return scope === null ? undefined : scope.childForFieldName("name") ?? scope;
}

/** Words that the grammar takes for names where it has lost the thread. */
const NO_NAMES: ReadonlySet<string> = new Set(["if", "else", "for", "while", "switch", "return", "do", "sizeof"]);

/** Undefined if it is a field, or no name. */
function kindOf(node: Node, outer: Node | undefined, declared: DeclaredName): DefinitionKind | undefined {
  const { owner, isFunction, name } = declared;
  const type = node.childForFieldName("type"), isMember = outer?.type === "field_declaration_list";
  if (node.type === "type_definition") return TYPES.get(type?.type ?? "") ?? "type";
  if (isFunction ? NO_NAMES.has(name.text) : name.type === "primitive_type") return undefined;
  // To the grammar `TEST(name) {…}` is a function without parameters.
  if (!isFunction && node.type !== "function_definition") return isMember ? undefined : "variable";
  if (owner !== undefined) return "method";
  return isMember && type === null && name.type === "identifier" ? "constructor" : "function";
}
