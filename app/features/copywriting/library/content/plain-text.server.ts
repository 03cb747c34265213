import { setImmediate as nextTurn } from 'node:timers/promises';

import { decodeReferences } from '~/lib/markdown/addresses';
import { renderMarkdown } from '~/lib/markdown/render';
import { trimEndOf } from '~/lib/text/trim-ends';

/**
 * A Markdown text as plain text. It is derived from the renderer's HTML, whose form is known, so that both read the
 * text the same way.
 */
export async function plainText(markdown: string): Promise<string> {
  const html = renderMarkdown(markdown, { breaks: true });
  // Rendering a long text takes most of the time that one turn of the event loop may take.
  await nextTurn();
  return textOf(html);
}

function textOf(html: string): string {
  const text = html
    // The line above a code block, which names its language on the screen.
    .replace(/<div class="code-head">[^<]*<\/div>/g, '')
    .replace(/<a href="([^"<>]*)"[^<>]*>([^<]*)<\/a>/g, (_, href: string, label: string) =>
      href === '' || href === label || href === `mailto:${label}` ? label : `${label} (${href})`,
    )
    .replace(/<input type="checkbox"( checked)?[^<>]*> ?/g, (_, checked?: string) =>
      checked ? '[x] ' : '[ ] ',
    )
    .replace(/<hr>/g, '\n\n* * *\n\n')
    .replace(/<br>\n?/g, '\n')
    .split('<li>')
    .map((part, index) => (index === 0 ? part : part.replace(/^\s*(?:<p>)?/, '')))
    .map((part, index, parts) => (index < parts.length - 1 ? part.trimEnd() : part))
    .join('\n- ')
    .replace(/<\/t[hd]>\s*(?=<t[hd])/g, '\t')
    .replace(/<\/(?:tr|thead|tbody)>/g, '\n')
    .replace(/<\/(?:p|h[1-6]|pre|blockquote|table|ul|ol|div)>/g, '\n\n')
    .replace(/<[^<>]*>/g, '');
  return `${decodeReferences(text)
    .split('\n')
    .map((line) => trimEndOf(line, /[ \t]/))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
