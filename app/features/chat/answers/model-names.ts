import type { AnswerUsage } from '../conversations/conversation';

/** Names for people, made of ids as providers give them; where two came out alike, each is its whole id. */
export function modelNames(ids: readonly string[]): string[] {
  const names = ids.map(modelName);
  return names.map((name, at) =>
    names.some((other, index) => other === name && index !== at) ? ids[at]! : name,
  );
}

/** `openai/gpt-4o-mini` is GPT-4o Mini: without its vendor, in words. */
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
  // Of 4o, 8x7b and o1 the case says something.
  return /^[a-z]{3,}/.test(part) ? part[0]!.toUpperCase() + part.slice(1) : part;
}

/** Nothing to show of an answer that used nothing, as of one that was imported or copied. */
export function shownUsage(used: {
  usedTokens: number | null;
  model: string | null;
}): AnswerUsage | null {
  if (!used.usedTokens || used.model === null) return null;
  return { tokens: used.usedTokens, model: modelName(used.model) };
}
