/** A conversation as one Markdown text, for the clipboard. */
export function transcriptText(
  title: string,
  messages: readonly { role: 'user' | 'assistant'; content: string }[],
): string {
  const parts = messages.map(
    ({ role, content }) => `## ${role === 'user' ? 'You' : 'Assistant'}\n\n${content.trim()}`,
  );
  return [`# ${title}`, ...parts].join('\n\n') + '\n';
}
