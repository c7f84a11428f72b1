[(line_comment) (block_comment)] @comment
(attribute_item) @decorator

(function_item) @function
(function_signature_item) @function
(macro_definition) @macro

(struct_item) @struct
(union_item) @struct
(enum_item) @enum
(trait_item) @trait
(type_item) @type
(associated_type) @type
(mod_item) @module

((impl_item) @implementation (#name! type))

(field_declaration) @field
(enum_variant) @field
(const_item) @constant
(static_item) @variable
