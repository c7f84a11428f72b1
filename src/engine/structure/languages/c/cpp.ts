/**
 * C++.
 * @module
 */
import type { ParsedLanguage } from "../../language.ts";
import { C_QUERY } from "./c.ts";
import { declaredInC } from "./c_declarations.ts";
import { withoutPreprocessor } from "./without_preprocessor.ts";

const QUERY = `${C_QUERY}
(class_specifier body: (_)) @declaration
(field_declaration_list [(field_declaration) (declaration) (function_definition)] @declaration) @outer
(template_declaration [
  (declaration) (function_definition) (class_specifier) (struct_specifier) (union_specifier)
] @declaration) @outer
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type
(namespace_definition name: (_) @name) @module
`;

/** C++. */
export const CPP: ParsedLanguage = {
  name: "cpp",
  extensions: ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "tpp", "ixx", "cppm"],
  grammar: "cpp",
  query: QUERY,
  declaredBy: declaredInC,
  prepare: withoutPreprocessor,
};
