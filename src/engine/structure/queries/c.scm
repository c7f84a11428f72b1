; What C and C++ write alike. A name stands in its declarator, behind any number of pointers, brackets and scopes.

(comment) @comment
(preproc_function_def name: (identifier) @name) @macro
(preproc_def name: (identifier) @name value: (preproc_arg)) @constant

(function_definition declarator: (_) @declarator) @function
((declaration declarator: (_) @declarator) @variable (#has-parent? @variable
  translation_unit declaration_list linkage_specification template_declaration field_declaration_list))
(type_definition declarator: (_) @declarator) @type
(type_definition type: (struct_specifier) declarator: (_) @declarator) @struct
(type_definition type: (union_specifier) declarator: (_) @declarator) @struct
(type_definition type: (enum_specifier) declarator: (_) @declarator) @enum
(struct_specifier name: (_) @declarator body: (_)) @struct
(union_specifier name: (_) @declarator body: (_)) @struct
(enum_specifier name: (_) @declarator body: (_)) @enum
