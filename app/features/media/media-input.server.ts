import { z } from 'zod';

import type { Input } from '~/http/input.server';
import { AppError } from '~/lib/errors';
import { isObject } from '~/lib/json';

import { mediaTexts } from './refusals';

/** A schema as an input, which refuses with the schema's own sentences, at their fields. @throws AppError `invalid` */
export function fieldInput<Schema extends z.ZodType>(
  schema: Schema,
): Input<z.input<Schema>, z.output<Schema>> {
  const read = (body: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    // Ours are sentences; zod's own are not.
    const ours = parsed.error.issues.filter(({ message }) => /^[A-Z].*\.$/.test(message));
    const fields = ours.flatMap(({ path: [field], message }) =>
      typeof field === 'string' ? [[field, message] as const] : [],
    );
    throw new AppError('invalid', ours[0]?.message ?? mediaTexts.unreadable, {
      ...(fields.length > 0 && { fields: Object.fromEntries(fields.toReversed()) }),
    });
  };
  return Object.assign(read, { schema });
}

const readKey = fieldInput(z.object({ clientKey: z.uuid() }));

/** A request that may be sent twice: its client key, and the rest. */
export function keyedInput<Schema extends z.ZodType>(
  schema: Schema,
): Input<
  z.input<Schema> & { clientKey: string },
  { clientKey: string; request: z.output<Schema> }
> {
  const readRequest = fieldInput(schema);
  return (body) => ({ clientKey: readKey(body).clientKey, request: readRequest(body) });
}

/** A request that is only estimated, perhaps before there is a prompt. */
export function estimateInput<Schema extends z.ZodType>(
  schema: Schema,
): Input<z.input<Schema>, z.output<Schema>> {
  const readRequest = fieldInput(schema);
  return (body) => readRequest(withPrompt(body));
}

function withPrompt(body: unknown): unknown {
  return isObject(body) && body.prompt === '' ? { ...body, prompt: '-' } : body;
}
