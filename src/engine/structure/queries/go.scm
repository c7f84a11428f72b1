(comment) @comment

(source_file (const_declaration (const_spec (identifier) @name) @constant))
((source_file (var_declaration (var_spec (identifier) @name) @variable)) (#match? @name "[^_]"))
((source_file (var_declaration (var_spec_list (var_spec (identifier) @name) @variable))) (#match? @name "[^_]"))
(source_file (var_declaration (var_spec (identifier) @name value: (expression_list (func_literal))) @function))

(function_declaration name: (identifier) @name) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))
  ]))
  name: (field_identifier) @name) @method
(method_elem name: (field_identifier) @name) @method

(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
(type_spec name: (type_identifier) @name type: (struct_type)) @struct
(type_spec name: (type_identifier) @name type: (interface_type)) @interface
