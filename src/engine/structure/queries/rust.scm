[(line_comment) (block_comment)] @comment
(attribute_item) @decorator

(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(macro_definition name: (identifier) @name) @macro

(struct_item name: (type_identifier) @name) @struct
(union_item name: (type_identifier) @name) @struct
(enum_item name: (type_identifier) @name) @enum
(trait_item name: (type_identifier) @name) @trait
(type_item name: (type_identifier) @name) @type
(associated_type name: (type_identifier) @name) @type
(impl_item type: [
  (type_identifier) @name
  (primitive_type) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier name: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
  (reference_type type: (type_identifier) @name)
  (reference_type type: (generic_type type: (type_identifier) @name))
  (dynamic_type) @name
  (tuple_type) @name
  (array_type) @name
]) @implementation
(mod_item name: (identifier) @name body: (declaration_list)) @module

(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @variable
