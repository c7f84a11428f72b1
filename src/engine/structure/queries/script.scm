; TypeScript, TSX and JavaScript.

(comment) @comment
(decorator) @decorator

; Constants and variables outside blocks. A later pattern says better what a name is.
((lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant) @_all
  (#has-parent? @_all program export_statement ambient_declaration))
((lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @variable) @_all
  (#has-parent? @_all program export_statement ambient_declaration))
((variable_declaration (variable_declarator name: (identifier) @name) @variable) @_all
  (#has-parent? @_all program export_statement ambient_declaration))
((variable_declarator name: (identifier) @name value: (_) @_value) @import
  (#match? @_value "^require\\s*\\([^()]*\\)(\\s*\\.\\s*\\w+)?$"))

; Functions and classes that are values have the name of what they are assigned to.
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (class !name)) @class
(pair key: (_) @declarator value: [(arrow_function) (function_expression) (generator_function)]) @method
(assignment_expression left: (_) @declarator
  right: [(arrow_function) (function_expression) (generator_function)]) @function
(assignment_expression left: (_) @declarator right: (class !name)) @class
(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)] @function)
(export_statement "default" @name value: (class !name)) @class

(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
((function_expression name: (identifier) @name) @function (#has-parent? @function arguments return_statement))
(class_declaration name: (_) @name) @class
(class name: (_) @name) @class
(method_definition name: [(property_identifier) (private_property_identifier) (computed_property_name)] @name) @method
(method_definition name: (string) @declarator) @method
