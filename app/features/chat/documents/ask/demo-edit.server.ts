import { demoRewrite } from '~/features/copywriting/index.server';

import { MAX_PATCH, type PatchText } from '../patches/patch';

const MAX_SUGGESTIONS = 2;
const MIN_LENGTH = 20;

/** What the built-in demo suggests: paragraphs of the document, worded otherwise by rules. */
export function demoEdit(content: string, question: string): string {
  const action = /\bshort|\bbrief/i.test(question) ? 'shorten' : 'rewrite';
  const patches: PatchText[] = [];
  for (const find of content.split('\n')) {
    if (patches.length === MAX_SUGGESTIONS) break;
    if (find.length < MIN_LENGTH || find.length > MAX_PATCH || /^[#>|`\-*\d]/.test(find)) continue;
    const replace = demoRewrite({ text: find, before: '', after: '', action }).trim();
    const isNew = replace !== find.trim() && !patches.some((patch) => patch.find === find);
    if (isNew && !replace.includes('\n')) patches.push({ find, replace, before: '', after: '' });
  }
  const message =
    patches.length === 0
      ? 'This is a sample answer: until AI is connected, I have no changes to suggest for this document.'
      : 'These are sample suggestions, made without AI. Accept or refuse each in the document.';
  return JSON.stringify({ message, patches });
}
