(comment) @comment

(function_definition) @function
((variable_assignment) @variable (#name! name variable_name) (#has? parent program))
((variable_assignment) @variable (#name! name variable_name)
  (#has? parent declaration_command) (#has? parent.parent program))
