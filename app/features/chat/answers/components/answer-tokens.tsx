import { useAnswerUsage } from '../answer-tokens';
import type { AnswerUsage } from '../../conversations/conversation';

/** What an answer has used. Not part of its text: who selects or copies the answer does not get it. */
export function AnswerTokens({ id, loaded }: { id: string; loaded: AnswerUsage | null }) {
  const usage = useAnswerUsage(id, loaded);
  if (usage === null) return null;
  const tokens = tokensText(usage.tokens);
  return (
    <span
      role="note"
      aria-label={`${tokens}, ${usage.model}`}
      title={`${tokens}, ${usage.model}`}
      data-tokens={tokens}
      className="flex items-center px-2 text-xs text-muted tabular-nums after:content-[attr(data-tokens)]"
    />
  );
}

export function tokensText(tokens: number): string {
  return `${tokens.toLocaleString('en-US')} ${tokens === 1 ? 'token' : 'tokens'}`;
}
