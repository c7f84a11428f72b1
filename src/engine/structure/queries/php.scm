(comment) @comment

(namespace_definition) @module
(class_declaration) @class
(interface_declaration) @interface
(trait_declaration) @trait
(enum_declaration) @enum

(function_definition) @function
(method_declaration) @method
((assignment_expression) @function (#name! left.0 name) (#has? left variable_name)
  (#has? right anonymous_function arrow_function))

((const_element) @constant (#name! 0) (#has? parent const_declaration))
((function_call_expression) @constant (#match? @constant "^define\\s*\\(")
  (#name! arguments.0.string.string_content))
((function_call_expression) @constant (#match? @constant "^define\\s*\\(")
  (#name! arguments.0.encapsed_string.string_content))

((property_element) @field (#name! name.name))
((property_promotion_parameter) @field (#name! name.name))
(enum_case) @field
