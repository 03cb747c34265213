import { z } from 'zod';

import type { JsonFormat } from '~/gateways/ai/index.server';
import { readPartialJson } from '~/lib/text/partial-json';

/** The form of a text in JSON, with what checks it. */
export interface StructuredFormat extends JsonFormat {
  /** What is wrong with an answer, in words for the model; null when nothing is. */
  problemOf(answer: string): string | null;
  /** The same for an answer that has the form, and can't be used because of what it says. */
  misfitOf?(answer: string): Promise<string | null>;
}

/** A model needs no more than the first problems. */
const MAX_PROBLEM = 1_500;

/** A format from the schema by which answers are checked. Its root must be an object. */
export function structuredFormat(name: string, schema: z.ZodType): StructuredFormat {
  const json = z.toJSONSchema(schema, {
    // Strict servers refuse these: the check and the prompt say what is too long.
    override: ({ jsonSchema }) => {
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
    },
  });
  delete json.$schema;
  return {
    name,
    schema: json,
    problemOf(answer) {
      const { value, complete } = readPartialJson(answer);
      if (value === null) return 'There is no JSON object in it.';
      if (!complete) return 'The JSON breaks off or has a mistake in it.';
      const { error } = schema.safeParse(value);
      return error ? z.prettifyError(error).slice(0, MAX_PROBLEM).toWellFormed() : null;
    },
  };
}
