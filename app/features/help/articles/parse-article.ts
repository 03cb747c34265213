import { ARTICLE_TOPICS, type Article } from './article';

const HEADER = /^# (?<title>.+)\n\n(?<fields>(?:[A-Z][a-z]+: .+\n)+)\n(?<body>[\s\S]+)$/;

/**
 * Reads the file of an article: a title, a paragraph of `Topic:`, `Open:` (label, path) and `Asked:` (by commas), and
 * the text. @throws Error that says what is missing: the files are ours, and tests read them all
 */
export function parseArticle(id: string, source: string): Article {
  const { title, fields, body } = HEADER.exec(source)?.groups ?? {};
  if (title === undefined || fields === undefined || body === undefined) {
    throw new Error(`The help article ${id} does not begin as an article does.`);
  }
  const values = new Map(
    fields
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const value = (name: string): string => {
    const found = values.get(name);
    if (!found) throw new Error(`The help article ${id} has no line "${name}:".`);
    return found;
  };
  const topic = ARTICLE_TOPICS.find((one) => one === value('Topic'));
  if (!topic) throw new Error(`The help article ${id} has an unknown topic.`);
  const [, label, path] = /^(.+), (\/\S*)$/.exec(value('Open')) ?? [];
  if (!label || !path) throw new Error(`The help article ${id} does not say what to open.`);
  const asked = value('Asked')
    .split(',')
    .map((words) => words.trim());
  return { id, title, topic, screen: { label, path }, asked, body: body.trim() };
}
