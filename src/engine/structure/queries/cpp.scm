; What C does not have.

(type_definition type: (class_specifier) declarator: (_) @declarator) @class
(class_specifier name: (_) @declarator body: (_)) @class
((field_declaration declarator: (_) @declarator) @field (#has-parent? @field field_declaration_list template_declaration))
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type
(namespace_definition name: (_) @name) @module
