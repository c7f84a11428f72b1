(comment) @comment

(module name: (constant) @name) @module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name)) @module
(class name: (constant) @name) @class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name)) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(alias name: [(identifier) (setter) (operator)] @name) @method

((assignment left: (constant) @name) @constant (#has-parent? @constant program body_statement))
((assignment left: (constant) @name right: (call block: (_)) @_call) @class (#match? @_call "^Struct\\.new\\b"))
