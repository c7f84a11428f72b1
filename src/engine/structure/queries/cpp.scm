; What C does not have.

((type_definition) @class (#name! declarator) (#has? type class_specifier))
((class_specifier) @class (#has? body))
((field_declaration) @field (#name! declarator) (#has? parent field_declaration_list template_declaration))
(alias_declaration) @type
(concept_definition) @type
(namespace_definition) @module
