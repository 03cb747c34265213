import { z } from 'zod';

/** A whole number within bounds, in digits. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
  const error = `must be a whole number${range}`;
  return z
    .string()
    .regex(/^\s*\d{1,15}\s*$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error);
}

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]) {
  const shown = words.filter((word) => word !== '');
  const error = `must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
  return z.enum(words, { error });
}

export const flag = z
  .enum(['true', 'false', '1', '0', ''], { error: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1');

export const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** `vendor/model=weight, …`; a weight is a positive number, 1 if omitted. */
export const modelWeights = z.string().transform((text, context) => {
  const weights = new Map<string, number>();
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const [name = '', weight = '1'] = part.split('=').map((chunk) => chunk.trim());
    if (name === '' || !(Number(weight) > 0)) {
      context.addIssue(`"${part.trim()}" is not of the form model=weight`);
      return z.NEVER;
    }
    weights.set(name, Number(weight));
  }
  return weights;
});

/** In tokens: less can't hold a conversation, and no model reads more at once. */
export const CONTEXT = { min: 2_000, max: 100_000_000 } as const;

/** `vendor/model=128000, …`: how many tokens each model reads and writes at most in one request. */
export const modelContexts = modelWeights.refine(
  (contexts) => [...contexts.values()].every(isContext),
  { error: `must be of the form model=tokens, with whole numbers from ${CONTEXT.min}` },
);

export function isContext(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= CONTEXT.min && Number(value) <= CONTEXT.max;
}

const UNITS: Record<string, number> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** `5 GB`, `500MB`, or a number of bytes. */
export const byteCount = z.string().transform((text, context) => {
  const [, value = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]B)?$/i.exec(text.trim()) ?? [];
  if (value !== '') return Math.floor(Number(value) * (UNITS[unit.toUpperCase()] ?? 1));
  context.addIssue('must be a size such as 5 GB or 500 MB');
  return z.NEVER;
});

/** Model names, separated by commas. */
export const modelNames = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

export const email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email({ error: 'must be an email address' }));

/** Whom people may turn to, as the address of a link: an email address, or a page. */
export const contact = z.union(
  [
    email.transform((address) => `mailto:${address}`),
    z.url({ protocol: /^https$/ }).transform((address) => new URL(address).href),
  ],
  { error: 'must be an email address or an https address' },
);

/** `Name <address>` or an address alone, on one line, because it becomes a header. */
export const mailbox = z
  .string()
  .regex(
    /^(?:[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an email address, or a name and an address in angle brackets',
  );

/**
 * Host names or addresses, separated by commas, each with a port or for any port: `brand.example, 192.168.1.5:3000`.
 */
export const hostNames = z.string().transform((text, context) => {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const isHost = (name: string) =>
    /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/.test(name) &&
    URL.canParse(`http://${name}`);
  if (names.every(isHost)) return names;
  context.addIssue(
    'must be host names separated by commas, such as brand.example or 192.168.1.5:3000, without http:// or a path',
  );
  return z.NEVER;
});

/** Who may sign up. */
export type SignupMode =
  { kind: 'open' | 'invite' | 'closed' } | { kind: 'domains'; domains: string[] };

export const signupMode = z.string().transform((text, context): SignupMode => {
  const value = text.trim().toLowerCase();
  if (value === 'open' || value === 'invite' || value === 'closed') return { kind: value };
  const list = /^domains:(.+)$/.exec(value)?.[1];
  const domains = (list ?? '')
    .split(',')
    .map((domain) => domain.trim().replace(/^@/, ''))
    .filter((domain) => domain !== '');
  if (domains.length > 0 && domains.every((domain) => /^[^\s@][^\s@.]*\.[^\s@]+$/.test(domain))) {
    return { kind: 'domains', domains };
  }
  context.addIssue('must be open, invite, closed, or domains:a.com,b.com');
  return z.NEVER;
});
