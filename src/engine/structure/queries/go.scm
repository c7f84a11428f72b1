(comment) @comment

((const_spec) @constant (#name! name identifier) (#has? parent.parent source_file))
((var_spec) @variable (#name! name identifier) (#has? parent.parent source_file))
((var_spec) @variable (#name! name identifier) (#has? parent var_spec_list) (#has? parent.parent.parent source_file))
((var_spec) @function (#name! name identifier) (#has? value.func_literal) (#has? parent.parent source_file))

(function_declaration) @function
((method_declaration) @method (#owner! receiver.parameter_declaration.type))
(method_elem) @method

(type_spec) @type
(type_alias) @type
((type_spec) @struct (#has? type struct_type))
((type_spec) @interface (#has? type interface_type))
((field_declaration) @field (#has? parent.parent struct_type))
