(comment) @comment

((module) @module (#name! name constant))
((module) @module (#name! name.name constant) (#owner! name.scope))
((class) @class (#name! name constant))
((class) @class (#name! name.name constant) (#owner! name.scope))
(method) @method
(singleton_method) @method
((alias) @method (#name! name identifier setter operator))

((assignment) @constant (#name! left constant) (#has? parent program body_statement))
((assignment) @constant (#name! left.constant) (#has? left left_assignment_list))
((assignment) @class (#name! left constant) (#match? @class "^\\w+\\s*=\\s*Struct\\.new\\b") (#has? right.block))
((call) @field (#match? @field "^attr_(?:reader|writer|accessor)\\b") (#name! arguments.simple_symbol))
