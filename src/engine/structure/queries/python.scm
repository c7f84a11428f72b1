(comment) @comment

(module (expression_statement (assignment left: (identifier) @name) @variable))
(module (expression_statement (assignment left: (pattern_list (identifier) @name)) @variable))
((module (expression_statement (assignment left: (identifier) @name) @constant)) (#match? @name "^[A-Z][A-Z0-9_]*$"))
(type_alias_statement left: (type (identifier) @name)) @type

(function_definition name: (identifier) @name) @function
(assignment left: (identifier) @name right: (lambda)) @function
(class_definition name: (identifier) @name) @class
(decorated_definition definition: (function_definition name: (identifier) @name)) @function
(decorated_definition definition: (class_definition name: (identifier) @name)) @class
