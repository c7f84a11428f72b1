; TypeScript, TSX and JavaScript.

(comment) @comment
(decorator) @decorator

; Constants and variables outside blocks. A later pattern says better what a name is.
((variable_declarator) @constant (#name! name.bound identifier shorthand_property_identifier_pattern)
  (#has? parent.const) (#has? parent.parent program export_statement ambient_declaration))
((variable_declarator) @variable (#name! name.bound identifier shorthand_property_identifier_pattern)
  (#lacks? parent.const) (#has? parent.parent program export_statement ambient_declaration))
((variable_declarator) @import (#name! name identifier)
  (#match? @import "^[\\w$]+\\s*=\\s*require\\s*\\([^()]*\\)(\\s*\\.\\s*\\w+)?$"))

; Functions and classes that are values have the name of what they are assigned to; so has a function that is called at once.
((variable_declarator) @function (#name! name identifier)
  (#has? value.unwrapped arrow_function function_expression generator_function))
((variable_declarator) @class (#name! name identifier) (#has? value class) (#lacks? value.name))
((pair) @method (#name! key.bound property_identifier string_fragment)
  (#has? value arrow_function function_expression generator_function))
((assignment_expression) @variable (#name! left.property)
  (#match? @variable "^(?:module\\.)?exports\\.[\\w$]+\\s*=") (#lacks? right identifier))
((assignment_expression) @function (#name! left.bound)
  (#not-match? @function "^(?:[\\w$]+\\.)*exports\\s*=\\s*function\\s+\\w")
  (#has? right.unwrapped arrow_function function_expression generator_function))
((assignment_expression) @function (#name! right.name)
  (#match? @function "^(?:[\\w$]+\\.)*exports\\s*=\\s*function\\s+\\w"))
((assignment_expression) @field (#name! left.bound) (#owner! left.object.object)
  (#match? @field "^[\\w$.]+\\.prototype\\s*(?:\\.\\s*[\\w$]+|\\[[^\\]]*\\])\\s*="))
((assignment_expression) @method (#name! left.bound) (#owner! left.object.object)
  (#match? @method "^[\\w$.]+\\.prototype\\s*(?:\\.\\s*[\\w$]+|\\[[^\\]]*\\])\\s*=")
  (#has? right.unwrapped arrow_function function_expression generator_function
    identifier member_expression call_expression))
((assignment_expression) @class (#name! left.bound) (#has? right class) (#lacks? right.name))
((export_statement) @function (#name! default) (#has? value arrow_function function_expression generator_function))
((export_statement) @class (#name! default) (#has? value class) (#lacks? value.name))

(function_declaration) @function
(generator_function_declaration) @function
(function_expression) @function
(class_declaration) @class
(class) @class
((method_definition) @method (#name! name property_identifier private_property_identifier computed_property_name))
((method_definition) @method (#name! name.string_fragment))
