; What TypeScript writes otherwise.

(field_definition property: (_) @declarator
  value: [(arrow_function) (function_expression) (generator_function)]) @method
