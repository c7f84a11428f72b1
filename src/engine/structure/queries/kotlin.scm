[(line_comment) (multiline_comment)] @comment

((property_declaration) @constant (#name! variable_declaration.simple_identifier)
  (#has? parent source_file) (#has? binding_pattern_kind.val))
((property_declaration) @variable (#name! variable_declaration.simple_identifier)
  (#has? parent source_file) (#has? binding_pattern_kind.var))
((property_declaration) @property (#name! variable_declaration.simple_identifier) (#has? parent class_body))
((property_declaration) @constant (#name! variable_declaration.simple_identifier)
  (#has? parent class_body) (#match? @constant "^(?:[\\w.@()\"]+\\s+)*const\\s"))

((class_declaration) @class (#name! type_identifier))
((class_declaration) @interface (#name! type_identifier) (#has? interface))
((class_declaration) @enum (#name! type_identifier) (#has? enum))
((object_declaration) @class (#name! type_identifier))
((companion_object) @class (#name! type_identifier))
((companion_object) @class (#name! companion) (#lacks? type_identifier))
((type_alias) @type (#name! type_identifier))

((function_declaration) @function (#name! simple_identifier) (#owner! user_type.type_identifier))
((secondary_constructor) @constructor (#name! constructor))

((enum_entry) @field (#name! simple_identifier))
((class_parameter) @field (#name! simple_identifier) (#has? binding_pattern_kind))
