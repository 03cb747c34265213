import { z } from 'zod';

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
