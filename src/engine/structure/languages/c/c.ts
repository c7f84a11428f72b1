/**
 * C, and what C++ has in common with it.
 * @module
 */
import type { ParsedLanguage } from "../../language.ts";
import { declaredInC } from "./c_declarations.ts";
import { withoutPreprocessor } from "./without_preprocessor.ts";

/** The definitions that C and C++ write alike. Declarations in functions are not among them. */
export const C_QUERY = `
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

/** C. */
export const C: ParsedLanguage = {
  name: "c",
  extensions: ["c", "h"],
  grammar: "c",
  query: C_QUERY,
  declaredBy: declaredInC,
  prepare: withoutPreprocessor,
};
