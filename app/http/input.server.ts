import type { z } from 'zod';

import { AppError } from '~/lib/errors';

declare const sent: unique symbol;

/** Reads what a request sent: `In` is what our client sends, `Out` what the handler gets. */
export interface Input<In, Out> {
  (body: unknown): Out;
  readonly [sent]?: In;
  /** The schema that checks a body first; tests make valid bodies from it. */
  readonly schema?: z.ZodType;
}

export const NOT_UNDERSTOOD = 'We couldn’t understand this request. Reload the page and try again.';

/** A schema as an input: anything else is refused with this text. @throws AppError `invalid` */
export function input<Schema extends z.ZodType>(
  schema: Schema,
  refusal: string | ((error: z.ZodError) => string) = NOT_UNDERSTOOD,
): Input<z.input<Schema>, z.output<Schema>> {
  const read = (body: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new AppError('invalid', typeof refusal === 'string' ? refusal : refusal(parsed.error));
  };
  return Object.assign(read, { schema });
}
