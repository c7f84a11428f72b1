[(line_comment) (block_comment)] @comment

(class_declaration) @class
(record_declaration) @class
(interface_declaration) @interface
(annotation_type_declaration) @interface
(enum_declaration) @enum
(module_declaration) @module

(constructor_declaration) @constructor
(compact_constructor_declaration) @constructor
(method_declaration) @method
(annotation_type_element_declaration) @method

(enum_constant) @field
((field_declaration) @field (#name! declarator.name))
((formal_parameter) @field (#has? parent.parent record_declaration))
((field_declaration) @constant (#name! declarator.name) (#has? modifiers.static) (#has? modifiers.final))
((constant_declaration) @constant (#name! declarator.name) (#has? parent interface_body))
