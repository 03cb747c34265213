import type { NewRule } from '../rule';

const quoted = (terms: readonly string[]) => terms.map((term) => `“${term}”`).join(', ');

/** A proposed rule in one sentence: `Write “bread” instead of “product”.` */
export function describeRule({ kind, terms, replacement, max, person }: NewRule): string {
  switch (kind) {
    case 'avoid':
      return `Don’t write ${quoted(terms)}.`;
    case 'prefer':
      return `Write “${replacement}” instead of ${quoted(terms)}.`;
    case 'require':
      return `Include ${terms.length > 1 ? 'one of ' : ''}${quoted(terms)}.`;
    case 'proof':
      return `Don’t claim ${quoted(terms)} without a source.`;
    case 'spelling':
      return `Spell it “${replacement}”, not ${quoted(terms)}.`;
    case 'capitalization':
      return `Keep the capitals of ${quoted(terms)}.`;
    case 'reading-level':
      return `Keep to grade ${max ?? 0} reading level or easier.`;
    case 'emoji':
      return max === 0 ? 'Use no emoji.' : `Use up to ${max ?? 0} emoji in one text.`;
    case 'person':
      return person === 'I' ? 'Speak as “I”, not as “we”.' : 'Speak as “we”, not as “I”.';
  }
}
