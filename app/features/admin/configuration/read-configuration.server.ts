import { env, isSecretVariable, VARIABLE_NAMES } from '~/settings/env.server';

/** An environment variable as the app reads it. */
export interface Setting {
  name: string;
  /** False: `value` is the app's default. */
  isSet: boolean;
  isSecret: boolean;
  /** '' for none, and for a secret. */
  value: string;
}

/** Every variable that the app knows, in order, without secrets. */
export function readConfiguration(): Setting[] {
  const all: Record<string, unknown> = env();
  return VARIABLE_NAMES.map((name) => {
    const isSecret = isSecretVariable(name);
    // An empty variable counts as unset.
    const isSet = Boolean(process.env[name]);
    return { name, isSet, isSecret, value: isSecret ? '' : settingText(all[name]) };
  });
}

/** '' for none. */
export function settingText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return withoutCredentials(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) {
    return [...value].map(([name, one]) => `${name}=${settingText(one)}`).join(', ');
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.join(', ');
  }
  return JSON.stringify(value);
}

/** A URL may contain a user name, a password, or a key in its query. */
function withoutCredentials(text: string): string {
  return text.replace(/:\/\/[^\s/@]*@/g, '://•••@').replace(/\?\S*/g, '?•••');
}
