const REWRITE = /^# The passage\n\n((?:>.*(?:\n|$))+)/m;

/**
 * What the demo says where another wording of a passage is asked for (features/passages): the passage itself, labelled,
 * so that accepting it can be tried without spoiling a text. Null for any other question.
 */
export function demoRewrite(question: string): string | null {
  const lines = REWRITE.exec(question)?.[1]?.trimEnd().split('\n');
  if (!lines) return null;
  const selection = lines.map((line) => line.replace(/^> ?/, '')).join('\n');
  return `${selection.trimEnd()} [Demo: no AI has worked on this passage, because no provider is set up on this server.]`;
}
