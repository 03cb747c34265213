const MAX = 80;

/** A brief's name in lists: the topic's first words, on one line. */
export function titleOfTopic(topic: string): string {
  const line = topic.replace(/\s+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= MAX) return line;
  const head = characters.slice(0, MAX - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${(space > MAX / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}
