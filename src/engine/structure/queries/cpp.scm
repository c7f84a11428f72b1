; What C does not have.

((type_definition) @class (#name! declarator) (#has? type class_specifier))
((class_specifier) @class (#has? body))
(alias_declaration) @type
(concept_definition) @type
(namespace_definition) @module
