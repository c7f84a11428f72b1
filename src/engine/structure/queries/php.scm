(comment) @comment

(namespace_definition name: (namespace_name) @name) @module
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum

(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(assignment_expression left: (variable_name (name) @name)
  right: [(anonymous_function) (arrow_function)]) @function

(const_declaration (const_element (name) @name) @constant)
((function_call_expression function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))) @constant
  (#eq? @_define "define"))
