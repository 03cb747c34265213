const REWRITE = /^# The passage\n\n((?:>.*(?:\n|$))+)/m;

/**
 * The demo's answer to a request for a rewrite (features/copywriting/rewrite): the selected text itself, labeled, so
 * that accepting it can be tried without spoiling a text. Null for any other question.
 */
export function demoRewrite(question: string): string | null {
  const lines = REWRITE.exec(question)?.[1]?.trimEnd().split('\n');
  if (!lines) return null;
  const selection = lines.map((line) => line.replace(/^> ?/, '')).join('\n');
  return `${selection.trimEnd()} [Demo: no AI has worked on this passage, because no provider is set up on this server.]`;
}
