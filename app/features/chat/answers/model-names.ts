/** Names for people, made from providers' ids. Models with the same name get their ids instead. */
export function modelNames(ids: readonly string[]): string[] {
  const names = ids.map(modelName);
  return names.map((name, at) =>
    names.some((other, index) => other === name && index !== at) ? ids[at]! : name,
  );
}

/** `openai/gpt-4o-mini` becomes GPT-4o Mini: no vendor, and words instead of hyphens. */
export function modelName(id: string): string {
  const [path = '', variant] = id.split(':', 2);
  const words = path
    .slice(path.lastIndexOf('/') + 1)
    .split(/[-_]+/)
    .filter(Boolean);
  const name = words
    .map(word)
    .join(' ')
    .replace(/^GPT (?=\S)/, 'GPT-');
  if (name === '') return id;
  return variant && variant !== 'latest' ? `${name} (${variant})` : name;
}

function word(part: string): string {
  if (/^(gpt|glm|oss|ai|vl)$/i.test(part)) return part.toUpperCase();
  // The case of 4o, 8x7b, and o1 is meaningful.
  return /^[a-z]{3,}/.test(part) ? part[0]!.toUpperCase() + part.slice(1) : part;
}
