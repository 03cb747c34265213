import type { ChatMessage, JsonFormat } from './chat';

/** The messages with the form of the answer in words, for a model that doesn't take it as a parameter. */
export function withFormatInPrompt(
  messages: readonly ChatMessage[],
  { schema }: JsonFormat,
): ChatMessage[] {
  const form = [
    'Answer with one JSON object and nothing else: no introduction, no closing remark, no code fence. It must be valid against this JSON Schema:',
    JSON.stringify(schema),
  ].join('\n\n');
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n\n${form}` }, ...rest]
    : [{ role: 'system', content: form }, ...messages];
}
