; What JavaScript does not have.

(function_signature name: (identifier) @name) @function
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(type_alias_declaration name: (_) @name) @type
(internal_module name: (_) @name) @module
(module name: (_) @declarator) @module

(public_field_definition name: (_) @declarator
  value: [(arrow_function) (function_expression) (generator_function)]) @method
(abstract_method_signature name: (_) @name) @method
((method_signature name: (_) @name) @method (#has-parent? @method class_body interface_body))
