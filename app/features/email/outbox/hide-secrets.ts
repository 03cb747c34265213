const LINK_HIDDEN = '[link hidden]';
const CODE_HIDDEN = '[code hidden]';

const LINK = /:\/\/|\bwww\.|\/auth\/|[?&#][\w-]+=/i;

/**
 * The text of an email that opens an account, without what opens it: an admin must not be able to take an account over.
 * Rather too much is hidden than too little: addresses of pages, numbers of four digits and more, and whatever is so long or
 * so mixed that no one writes it.
 */
export function hideSecrets(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => (LINK.test(word) ? LINK_HIDDEN : isCode(word) ? CODE_HIDDEN : word))
    .join('');
}

function isCode(word: string): boolean {
  if (word.startsWith('[') && word.endsWith('hidden]')) return false;
  // Emails are no secrets: the email's reader is one.
  if (/^[^\s@]+@[^\s@]+\.[a-z]+[.,;:]?$/i.test(word)) return false;
  const letters = word.replace(/[^\p{L}\p{N}]/gu, '');
  return (
    /\d(?:[\s-]?\d){3}/.test(word) ||
    letters.length > 24 ||
    (letters.length >= 6 && /\d/.test(letters))
  );
}
