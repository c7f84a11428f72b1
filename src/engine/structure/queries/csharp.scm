(comment) @comment

(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @struct
(interface_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(delegate_declaration name: (identifier) @name) @type
(namespace_declaration name: (_) @name) @module
(file_scoped_namespace_declaration name: (_) @name) @module

(constructor_declaration name: (identifier) @name) @constructor
(destructor_declaration name: (identifier) @name) @method
(method_declaration name: (identifier) @name) @method
(local_function_statement name: (identifier) @name) @function
(operator_declaration operator: _ @name) @method
(conversion_operator_declaration type: (_) @name) @method
(property_declaration name: (identifier) @name) @property
(event_declaration name: (identifier) @name) @property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @property
(indexer_declaration "this" @name) @property

(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (identifier) @name))) @constant
