import type { AnswerContext, AnswerUsage } from '../../conversations/conversation';
import { useAnswerUsage, useConversationTokens } from '../use-answer-usage';
import { TokenRing } from './token-ring';

/** What an answer has used. */
export function AnswerTokens({ id, loaded }: { id: string; loaded: AnswerUsage | null }) {
  const usage = useAnswerUsage(id, loaded);
  return usage && <TokenRing used={usage.tokens} by="this answer" {...usage} />;
}

/** What a conversation has used, in all versions of its answers, and how much of it the AI reads. */
export function ConversationTokens(props: {
  id: string;
  loaded: number;
  context: AnswerContext | null;
}) {
  const used = useConversationTokens(props.id, props.loaded);
  return <TokenRing used={used} by="this conversation" context={props.context} />;
}
