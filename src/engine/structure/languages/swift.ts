/**
 * Swift.
 * @module
 */
import type { ParsedLanguage } from "../language.ts";

const QUERY = `
[(comment) (multiline_comment)] @comment

(source_file (property_declaration
  (value_binding_pattern "let") name: (pattern bound_identifier: (simple_identifier) @name)) @constant)
(source_file (property_declaration
  (value_binding_pattern "var") name: (pattern bound_identifier: (simple_identifier) @name)) @variable)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property

(class_declaration name: (type_identifier) @name) @class
(class_declaration "struct" name: (type_identifier) @name) @struct
(class_declaration "enum" name: (type_identifier) @name) @enum
(class_declaration "extension" name: (user_type) @name) @implementation
(protocol_declaration name: (type_identifier) @name) @interface
(typealias_declaration name: (type_identifier) @name) @type
(associatedtype_declaration name: (type_identifier) @name) @type

(function_declaration name: (simple_identifier) @name) @function
(protocol_function_declaration name: (simple_identifier) @name) @method
(init_declaration name: "init" @name) @constructor
(deinit_declaration "deinit" @name) @method
(subscript_declaration "subscript" @name) @method
`;

export const SWIFT: ParsedLanguage = { name: "swift", extensions: ["swift"], grammar: "swift", query: QUERY };
