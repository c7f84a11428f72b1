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
((mod_item) @module (#has? body))

; `impl A`, `impl A<T>`, `impl a::A`, `impl a::A<T>`, `impl &A<T>`
((impl_item) @implementation (#name! type type_identifier primitive_type dynamic_type tuple_type array_type))
((impl_item) @implementation (#name! type.type type_identifier))
((impl_item) @implementation (#name! type.name type_identifier))
((impl_item) @implementation (#name! type.type.name type_identifier))
((impl_item) @implementation (#name! type.type.type type_identifier))

(const_item) @constant
(static_item) @variable
