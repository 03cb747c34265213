import { z } from 'zod';

import { plainError } from './plain-error.ts';

/** A setting that is a list of such things, written as JSON. */
export function jsonList<Item extends z.ZodType>(item: Item) {
  const list = z.array(item);
  return z.string().transform((text, context): z.output<typeof list> => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
    const parsed = list.safeParse(value, { error: plainError });
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    context.addIssue(`${issue?.path.join('.') || 'the list'}: ${issue?.message}`);
    return z.NEVER;
  });
}
