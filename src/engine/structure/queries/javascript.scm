; What TypeScript calls otherwise.

((field_definition) @field (#name! property property_identifier private_property_identifier))
((field_definition) @method (#name! property property_identifier private_property_identifier)
  (#has? value arrow_function function_expression generator_function))
