/** An email that was written to the outbox instead of being sent, as admins see it. `date` is in ISO 8601. */
export interface OutboxEntry {
  id: string;
  to: string;
  subject: string;
  date: string;
  /** The email opens an account, so its links and codes are hidden. */
  isHidden: boolean;
}

export interface OutboxPage {
  mails: OutboxEntry[];
  cursor: string | null;
}

export interface OutboxText extends OutboxEntry {
  from: string;
  text: string;
}

const LINK_HIDDEN = '[link hidden]';
const CODE_HIDDEN = '[code hidden]';

const LINK = /:\/\/|\bwww\.|\/auth\/|[?&#][\w-]+=/i;

/**
 * Hides the links and codes in the text of an email that opens an account: an admin must not be able to take an account
 * over. When in doubt it hides too much: addresses of pages, numbers of four digits and more, and words that are too long
 * or too mixed to be real ones.
 */
export function hideSecrets(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => (LINK.test(word) ? LINK_HIDDEN : isCode(word) ? CODE_HIDDEN : word))
    .join('');
}

function isCode(word: string): boolean {
  if (word.startsWith('[') && word.endsWith('hidden]')) return false;
  // Email addresses are no secrets: the recipient's is shown too.
  if (/^[^\s@]+@[^\s@]+\.[a-z]+[.,;:]?$/i.test(word)) return false;
  const letters = word.replace(/[^\p{L}\p{N}]/gu, '');
  return (
    /\d(?:[\s-]?\d){3}/.test(word) ||
    letters.length > 24 ||
    (letters.length >= 6 && /\d/.test(letters))
  );
}
