import { formatById } from '../../formats/formats';
import type { VariantTask } from '../prompt/prompt.server';

/** The demo's text in place of a model's: in the right form, and saying plainly that it is a demo. */
export function demoVariant({
  formatId,
  fields,
  position,
}: Pick<VariantTask, 'formatId' | 'fields' | 'position'>): string {
  const name = formatById(formatId)?.name ?? 'text';
  const topic = shortened(fields.topic, 90);
  const action = shortened(fields.callToAction, 60) || 'Find out more';
  const tags = fields.keywords
    .slice(0, 2)
    .map(hashtag)
    .filter((tag) => tag !== '#')
    .join(' ');
  const notice = `This is a demo ${name}: no AI provider is set up on this server, so no model has written it.`;
  const variant = position === null ? '' : ` (variant ${position + 1})`;
  const about = `It shows the form of a text about “${topic}”${variant}.`;
  const button = `[${action}](#)`;
  const email = (subject: string, body: string) =>
    `Subject: Demo: ${subject}\nPreheader: A demo text, since no AI provider is set up here\n\n${body}`;
  const post = [notice, about, `${action}.`, tags].filter(Boolean).join('\n\n');
  const [opening, closing] = [`${notice} ${about}`, '[your name]\n[name of the business]'];

  switch (formatId) {
    case 'x-post':
      return [
        `Demo text, no AI provider is set up here${variant}: ${shortened(topic, 60)}.`,
        `${action}.`,
        tags.length < 60 ? tags : '',
      ]
        .filter(Boolean)
        .join(' ');
    case 'thread':
      return [notice, about, `${action}.`].join('\n\n---\n\n');
    case 'article':
    case 'case-study':
      return `# Demo: ${topic}\n\n${opening}\n\n## The problem\n\n[What the reader struggles with]\n\n## What helps\n\n[What you found out, step by step]\n\n## What to do next\n\n${action}.`;
    case 'newsletter':
      return email(
        shortened(topic, 40),
        `${opening}\n\n## First\n\n[Something worth knowing]\n\n## Second\n\n[Something worth doing]\n\n${button}\n\n${closing}`,
      );
    case 'hero':
      return `# Demo: ${topic}\n\n${opening}\n\n${button}`;
    case 'features':
      return `## Demo: ${topic}\n\n${opening}\n\n### First\n\n[What people get]\n\n### Second\n\n[What changes for them]\n\n### Third\n\n[Why it lasts]`;
    case 'pricing':
      return ['small', 'middle', 'large']
        .map(
          (size, index) =>
            `## Demo: the ${size} offer\n\n**[price]**\n\n${index === 0 ? opening : '[For whom it is right]'}\n\n- [what is in it]\n- [what else]\n\n${button}`,
        )
        .join('\n\n');
    case 'faq':
      return `## Is this a real text?\n\n${notice}\n\n## What is it about?\n\n${about}\n\n## What do I do next?\n\n${action}.`;
    case 'landing-page':
      return `# Demo: ${topic}\n\n${opening}\n\n${button}\n\n## The problem\n\n[What the reader struggles with]\n\n## What you get\n\n- [first]\n- [second]\n- [third]\n\n## Ready?\n\n[The promise once more]\n\n${button}`;
    case 'welcome-sequence':
      return [1, 2, 3]
        .map((day) =>
          email(`mail ${day}, ${shortened(topic, 30)}`, `${opening}\n\n${button}\n\n${closing}`),
        )
        .join('\n\n---\n\n');
    case 'cold-email':
    case 'promotion':
    case 'follow-up':
      return email(shortened(topic, 40), `${opening}\n\n${button}\n\n${closing}`);
    default:
      return post;
  }
}

function hashtag(keyword: string): string {
  return `#${keyword.replace(/[^\p{L}\p{N}]/gu, '')}`;
}

/** Puts a text on one line of at most `max` characters, without characters that Markdown would read. */
function shortened(text: string, max: number): string {
  const line = [...text.replace(/[\s[\]()#*_`<>|]+/gu, ' ').trim()];
  return line.length <= max
    ? line.join('')
    : `${line
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
