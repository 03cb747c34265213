import type { FieldMetadata } from '@conform-to/react';

/** What conform knows of a field, as Field takes it. Field makes its own aria attributes. */
export function fieldProps(field: FieldMetadata<string>) {
  return {
    id: field.id,
    name: field.name,
    defaultValue: field.initialValue,
    errors: field.errors,
    required: true,
  };
}
