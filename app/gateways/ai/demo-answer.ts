const QUOTED = 240;
const REWRITE = /^# The passage\n\n((?:>.*(?:\n|$))+)/m;

/** The first words of a text, as a title. */
export function demoTitle(text: string): string {
  const plain = text.replace(/^ {0,3}>+/gm, ' ').replace(/[#*_`|[\]]/g, ' ');
  const words = wordsOf(plain);
  return shorten(words.slice(0, 6).join(' '), 40) || 'A new conversation';
}

/** The demo's answer to a question: that it's a demo, where to set a key, and what can be said without a model. */
export function demoAnswer(question: string, turn: number): string {
  const words = wordsOf(question);
  const keywords = keywordsOf(words);
  const topic = keywords[0] ?? 'your idea';
  return `## This is a demo answer

No AI provider is set up on this server, so **no AI model has read your message**. A built-in demo answers instead, always in the same way, so that you can try everything else.

You wrote${turn > 1 ? ` (message ${turn} of this conversation)` : ''}:

> ${shorten(words.join(' '), QUOTED) || '(an empty message)'}

What can be said about it without a model:

- **Length:** ${count(words.length, 'word')}, ${count([...question].length, 'character')}
- **Main words:** ${keywords.length > 0 ? keywords.map((word) => `*${word}*`).join(', ') : 'none'}
- **Kind:** ${kindOf(question)}

A frame that helps with most texts about ${topic}:

1. Who reads it, and what do they want?
2. What is the one thing they should remember?
3. What should they do next, and by when?

### To get real answers

Whoever runs this server puts a key into its environment and starts it again:

\`\`\`sh
OPENAI_API_KEY=your-key npm start
\`\`\`

\`OPENAI_BASE_URL\` chooses the provider: OpenRouter unless set, OpenAI, or a server of your own such as Ollama. The README says more.
`;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

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

/** The longest words, each once, in their order: in most languages they carry the meaning. */
function keywordsOf(words: string[]): string[] {
  const plain = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase());
  const distinct = [...new Set(plain)].filter((word) => word.length > 3 && word.length < 40);
  const longest = [...distinct].sort((a, b) => b.length - a.length).slice(0, 4);
  return distinct.filter((word) => longest.includes(word));
}

function kindOf(question: string): string {
  if (/```|[{};]\s*$/m.test(question)) return 'something with code in it';
  if (/[?？؟]\s*$/.test(question)) return 'a question';
  return question.includes('\n') ? 'a text of several lines' : 'a request or a remark';
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** At most `limit` characters, never ending in half a surrogate pair. */
function shorten(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit
    ? text
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}
