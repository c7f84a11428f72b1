(comment) @comment

(class_declaration) @class
(record_declaration) @class
(struct_declaration) @struct
(interface_declaration) @interface
(enum_declaration) @enum
(delegate_declaration) @type
(namespace_declaration) @module
(file_scoped_namespace_declaration) @module

(constructor_declaration) @constructor
(destructor_declaration) @method
(method_declaration) @method
(local_function_statement) @function
((operator_declaration) @method (#name! operator))
((conversion_operator_declaration) @method (#name! type))
(property_declaration) @property
(event_declaration) @property
((event_field_declaration) @property (#name! variable_declaration.variable_declarator.name))
((indexer_declaration) @property (#name! this))

(enum_member_declaration) @field
((parameter) @field (#has? parent.parent record_declaration))
((field_declaration) @field (#name! variable_declaration.variable_declarator.name))
((field_declaration) @constant (#name! variable_declaration.variable_declarator.name) (#has? modifier.const))
