(comment) @comment

((assignment) @variable (#name! left identifier) (#has? parent.parent module))
((assignment) @variable (#name! left.identifier) (#has? left pattern_list) (#has? parent.parent module))
((assignment) @constant (#name! left identifier) (#has? parent.parent module)
  (#match? @constant "^[A-Z][A-Z0-9_]*\\s*[:=]"))
((type_alias_statement) @type (#name! left.identifier))

(function_definition) @function
((assignment) @function (#name! left identifier) (#has? right lambda))
(class_definition) @class
