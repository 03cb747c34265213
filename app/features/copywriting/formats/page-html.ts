import { escapeHtml } from '~/lib/markdown/escape';
import { renderMarkdown } from '~/lib/markdown/render';

import type { FormatId } from './formats';
import { partsOf, type Section } from './parts';

/** Sections and their blocks. Each is rendered on its own, which adds up: a text with more headings is shown as one. */
const MAX_SECTIONS = 500;

// The form of what the renderer makes is known, and whatever a person wrote is escaped in it.
const LINK = /<a href="[^"<>]*"[^<>]*>/g;
const BUTTONS = /<p>((?:\s|<br>|<\/?strong>|<a class="link">[^<]*<\/a>)+)<\/p>/g;

/** Markdown for a page that is only looked at: its links lead nowhere, and a link on a line of its own is a button. */
function rendered(markdown: string): string {
  return renderMarkdown(markdown)
    .replace(LINK, '<a class="link">')
    .replace(BUTTONS, (_, links: string) => {
      const buttons = links
        .replace(/<br>|<\/?strong>/g, ' ')
        .replace(/<a class="link">/g, '<a class="button">');
      return `<p class="actions">${buttons}</p>`;
    });
}

/** The main part of a page of marketing copy, laid out by its format. Safe wherever it is shown. */
export function pageHtml(formatId: FormatId, text: string): string {
  const parts = hasTooManyHeadings(text) ? null : partsOf(formatId, text);
  if (parts?.kind !== 'page') return `<section class="text">${rendered(text)}</section>`;
  const { headline, lead, sections } = parts;
  const hero =
    headline === null && lead === ''
      ? ''
      : `<header class="hero"><div>${headline === null ? '' : heading(1, headline)}${rendered(lead)}</div></header>`;
  return hero + bodyHtml(formatId, sections);
}

function hasTooManyHeadings(text: string): boolean {
  const heading = /^ {0,3}#/gm;
  for (let count = 0; count <= MAX_SECTIONS; count += 1) if (!heading.test(text)) return false;
  return true;
}

function bodyHtml(formatId: FormatId, sections: Section[]): string {
  switch (formatId) {
    case 'pricing':
      return grid('offers', sections, offerHtml);
    case 'faq':
      return grid('questions', sections, questionHtml);
    default:
      return sections
        .map((section, index) => sectionHtml(section, index > 0 && index === sections.length - 1))
        .join('');
  }
}

function grid(name: string, sections: Section[], html: (section: Section) => string): string {
  if (sections.length === 0) return '';
  return `<section class="${name}"><div class="grid">${sections.map(html).join('')}</div></section>`;
}

function offerHtml(section: Section): string {
  return `<article class="card offer">${heading(2, section.heading)}${rendered(section.body)}${blocksHtml(section)}</article>`;
}

function questionHtml(section: Section): string {
  return `<article class="question">${heading(2, section.heading)}${rendered(section.body)}${blocksHtml(section)}</article>`;
}

/** The last of several sections, if it asks people to do something, closes the page. */
function sectionHtml(section: Section, last: boolean): string {
  const body = rendered(section.body);
  const closing = last && section.blocks.length === 0 && body.includes('class="actions"');
  const blocks = blocksHtml(section);
  return `<section class="${closing ? 'closing' : 'section'}"><div>${heading(2, section.heading)}${body}${blocks}</div></section>`;
}

function blocksHtml({ blocks }: Section): string {
  if (blocks.length === 0) return '';
  const cards = blocks.map(
    (block) =>
      `<article class="card">${heading(3, block.heading)}${rendered(block.body)}</article>`,
  );
  return `<div class="grid">${cards.join('')}</div>`;
}

function heading(level: 1 | 2 | 3, text: string | null): string {
  return text === null || text === '' ? '' : `<h${level}>${escapeHtml(text)}</h${level}>`;
}
