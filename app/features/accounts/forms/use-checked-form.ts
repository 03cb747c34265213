import { type FieldMetadata, parse, type SubmissionResult, useForm } from '@conform-to/react';

import { type Checks, verdict } from './form-checks';

/** A conform form that the browser checks by the same rules as the server. */
export function useCheckedForm<Fields extends Record<keyof Fields, string>>(
  id: string,
  lastResult: SubmissionResult | undefined,
  checks: Partial<Checks<Fields>>,
  options: Pick<Parameters<typeof useForm<Fields>>[0], 'defaultValue' | 'shouldRevalidate'> = {},
) {
  return useForm<Fields>({
    shouldRevalidate: 'onInput',
    ...options,
    id,
    lastResult,
    defaultNoValidate: false,
    onValidate: ({ formData }) =>
      parse<Fields, string[]>(formData, { resolve: (typed) => verdict<Fields>(typed, checks) }),
  });
}

/** Conform's data about a field as props of Field, which makes its own aria attributes. */
export function fieldProps(field: FieldMetadata<string>) {
  return {
    id: field.id,
    name: field.name,
    defaultValue: field.initialValue,
    errors: field.errors,
    required: true,
  };
}
