[(line_comment) (multiline_comment)] @comment

((property_declaration (binding_pattern_kind) @_kind (variable_declaration . (simple_identifier) @name)) @constant
  (#eq? @_kind "val") (#has-parent? @constant source_file))
((property_declaration (binding_pattern_kind) @_kind (variable_declaration . (simple_identifier) @name)) @variable
  (#eq? @_kind "var") (#has-parent? @variable source_file))
((property_declaration (variable_declaration . (simple_identifier) @name)) @property
  (#has-parent? @property class_body))
((property_declaration (modifiers) @_modifiers (variable_declaration . (simple_identifier) @name)) @constant
  (#match? @_modifiers "\\bconst$") (#has-parent? @constant class_body))

(class_declaration (type_identifier) @name) @class
(class_declaration "interface" (type_identifier) @name) @interface
(class_declaration "enum" (type_identifier) @name) @enum
(object_declaration (type_identifier) @name) @class
(type_alias (type_identifier) @name) @type

(function_declaration (simple_identifier) @name) @function
(function_declaration (user_type . (type_identifier) @owner) . (simple_identifier) @name) @function
(secondary_constructor "constructor" @name) @constructor
