; What C and C++ write alike. A name stands in its declarator, behind any number of pointers, brackets and scopes.

(comment) @comment
(preproc_function_def) @macro
((preproc_def) @constant (#has? value))
((preproc_def) @flag (#lacks? value))

((function_definition) @function (#name! declarator))
((declaration) @variable (#name! declarator) (#has? parent
  translation_unit declaration_list linkage_specification template_declaration field_declaration_list))
((type_definition) @type (#name! declarator))
((type_definition) @struct (#name! declarator) (#has? type struct_specifier union_specifier))
((type_definition) @enum (#name! declarator) (#has? type enum_specifier))
((struct_specifier) @struct (#has? body))
((union_specifier) @struct (#has? body))
((enum_specifier) @enum (#has? body))

((field_declaration) @field (#name! declarator) (#has? parent field_declaration_list template_declaration))
(enumerator) @field
