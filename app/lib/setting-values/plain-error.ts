import type { z } from 'zod';

const KINDS: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object in braces',
  record: 'an object in braces',
};

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What is wrong with a setting, in words for the person who wrote it. What has a sentence of its own keeps that. */
export function plainError(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return isText(issue) ? 'must not be empty' : `must be ${String(issue.minimum)} or more`;
    case 'too_big':
      return isText(issue)
        ? `must be at most ${String(issue.maximum)} long`
        : `must be ${String(issue.maximum)} or less`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.slice(0, 3).join(', ')}`;
    default:
      return undefined;
  }
}

function isText({ origin }: { origin?: unknown }): boolean {
  return origin === 'string' || origin === 'array';
}
