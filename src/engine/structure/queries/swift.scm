[(comment) (multiline_comment)] @comment

((property_declaration) @constant (#name! name.bound_identifier)
  (#has? parent source_file) (#has? value_binding_pattern.let))
((property_declaration) @variable (#name! name.bound_identifier)
  (#has? parent source_file) (#has? value_binding_pattern.var))
((property_declaration) @property (#name! name.bound_identifier) (#has? parent class_body enum_class_body))
((protocol_property_declaration) @property (#name! name.bound_identifier))

((class_declaration) @class (#name! name type_identifier))
((class_declaration) @struct (#name! name type_identifier) (#has? struct))
((class_declaration) @enum (#name! name type_identifier) (#has? enum))
((class_declaration) @implementation (#name! name user_type) (#has? extension))
(protocol_declaration) @interface
((typealias_declaration) @type (#name! name type_identifier))
((associatedtype_declaration) @type (#name! name type_identifier))

((enum_entry) @field (#name! name simple_identifier))

; The type of a result is in a field `name` as well.
([(function_declaration) (protocol_function_declaration)] @function
  (#name! name simple_identifier custom_operator bang "==" "!=" "===" "!==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%"
    "++" "--" "+=" "-=" "*=" "/=" "%=" "&" "|" "^" "~" "<<" ">>" "="))
((init_declaration) @constructor (#name! init))
((deinit_declaration) @method (#name! deinit))
((subscript_declaration) @method (#name! subscript))
