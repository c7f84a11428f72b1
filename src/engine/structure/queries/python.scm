(comment) @comment

; In a class they are its attributes.
((assignment) @variable (#name! left.bound identifier))
((assignment) @constant (#name! left.bound identifier) (#lacks? parent.parent.parent class_definition)
  (#match? @constant "^[A-Z][A-Z0-9_]*\\s*[:=]"))
((type_alias_statement) @type (#name! left.identifier))
((type_alias_statement) @type (#name! left.generic_type.identifier))

(function_definition) @function
((assignment) @function (#name! left identifier) (#has? right lambda))
(class_definition) @class
