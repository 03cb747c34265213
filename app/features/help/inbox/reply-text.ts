import { helpTexts } from '../texts';

/** So much fits into one reply. */
export const MAX_REPLY = 10_000;

/** A reply as it is kept: of control characters only tabs and line ends. */
export function cleanReply(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}

/** What is wrong with it, in words. */
export function replyProblem(text: string): string | undefined {
  const cleaned = cleanReply(text);
  if (!/[^\p{C}\p{Z}]/u.test(cleaned)) return helpTexts.replyMissing;
  return [...cleaned].length > MAX_REPLY ? helpTexts.tooLong(MAX_REPLY) : undefined;
}
