[(line_comment) (block_comment)] @comment

(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(module_declaration name: (_) @name) @module

(constructor_declaration name: (identifier) @name) @constructor
(compact_constructor_declaration name: (identifier) @name) @constructor
(method_declaration name: (identifier) @name) @method
(annotation_type_element_declaration name: (identifier) @name) @method

(field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @name)) @constant
(field_declaration (modifiers "final" "static") declarator: (variable_declarator name: (identifier) @name)) @constant
(interface_body (constant_declaration declarator: (variable_declarator name: (identifier) @name)) @constant)
