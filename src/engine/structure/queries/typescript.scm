; What JavaScript does not have.

(function_signature) @function
(abstract_class_declaration) @class
(interface_declaration) @interface
(enum_declaration) @enum
(type_alias_declaration) @type
(internal_module) @module
((module) @module (#name! name identifier nested_identifier))
((module) @module (#name! name.string_fragment))

((public_field_definition) @field (#name! name property_identifier private_property_identifier))
((property_signature) @field (#has? parent interface_body))
((enum_assignment) @field (#name! name property_identifier))
(enum_body (property_identifier) @field (#name! self))
((required_parameter) @field (#name! pattern identifier) (#has? accessibility_modifier))
((public_field_definition) @method (#name! name property_identifier private_property_identifier)
  (#has? value arrow_function function_expression generator_function))
(abstract_method_signature) @method
((method_signature) @method (#has? parent class_body interface_body))
((construct_signature) @method (#name! new) (#has? parent interface_body))
