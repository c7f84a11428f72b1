[(comment) (multiline_comment)] @comment

((property_declaration (value_binding_pattern) @_kind
  name: (pattern bound_identifier: (simple_identifier) @name)) @constant
  (#eq? @_kind "let") (#has-parent? @constant source_file))
((property_declaration (value_binding_pattern) @_kind
  name: (pattern bound_identifier: (simple_identifier) @name)) @variable
  (#eq? @_kind "var") (#has-parent? @variable source_file))
((property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @property
  (#has-parent? @property class_body enum_class_body))
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
