/** There is no such mailbox, or none that takes mail. */
const NO_MAILBOX = new Set([550, 551, 553]);

/**
 * How much a server's refusal of a recipient, for good, says about the address. Policies (5.7: spam, relaying, a sender it
 * does not know) and a full mailbox (5.2.2) come with the same numbers, and say nothing.
 */
export function recipientRefusal(code: number, response: string): 'hard' | 'soft' {
  if (!NO_MAILBOX.has(code)) return 'soft';
  const [, detailed] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (detailed !== undefined) return /^(?:7\.|2\.2$)/.test(detailed) ? 'soft' : 'hard';
  return /relay|spam|block|reputation|policy|full|quota/i.test(response) ? 'soft' : 'hard';
}
