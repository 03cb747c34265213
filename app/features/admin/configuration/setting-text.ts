/** A value of the configuration in words; '' for none. */
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

/** An address may hold a name, a password, or a key in its query. */
function withoutCredentials(text: string): string {
  return text.replace(/:\/\/[^\s/@]*@/g, '://•••@').replace(/\?\S*/g, '?•••');
}
