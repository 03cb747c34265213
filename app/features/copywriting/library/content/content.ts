import { plainLine } from '~/lib/plain-line';

import type { CategoryId } from '../../formats/categories';
import type { FormatId } from '../../formats/formats';

/** Where a content lies: in a category, and there perhaps in a folder of one's own. */
export interface ContentPlace {
  category: CategoryId;
  folderId: string | null;
}

/** A saved content as lists have it: without its text. Times are milliseconds. */
export interface ContentItem extends ContentPlace {
  id: string;
  title: string;
  /** What it is written as; null: no one has said. */
  format: FormatId | null;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export interface ContentFolder {
  id: string;
  category: CategoryId;
  name: string;
}

/** A part of a list, newest first; `cursor` asks for the next one, null where there is none. */
export interface ContentPage {
  items: ContentItem[];
  cursor: string | null;
}

/** How the sidebar begins: the first page of every category and folder. */
export interface ContentOverview {
  folders: ContentFolder[];
  /** By `placeKey`. */
  pages: Record<string, ContentPage>;
  /** The live change up to which this is true. */
  seq: number;
}

/** Title and text, and which version of them. */
export interface ContentText {
  title: string;
  content: string;
  version: number;
}

/** What live changes of the topic `saved-content` tell. */
export type ContentEvent =
  | { type: 'changed'; item: ContentItem }
  | { type: 'removed'; id: string }
  | { type: 'folder'; folder: ContentFolder }
  /** What was in it lies in its category now. */
  | { type: 'folder-removed'; id: string };

/** The name of a place among the pages of an overview. */
export function placeKey({ category, folderId }: ContentPlace): string {
  return folderId ?? category;
}

export function addressOf({ category, id }: { category: CategoryId; id: string }): string {
  return `/copy-wizard/saved/${category}/${id}`;
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    'saved-content': ContentEvent;
  }
}

/** The longest title and folder name, and the longest text, in characters (code points) and UTF-16 units. */
export const MAX_TITLE = 200;
export const MAX_FOLDER_NAME = 60;
export const MAX_CONTENT = 200_000;

/** What PostgreSQL cannot store, and half characters, removed. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A title or name as it is kept: on one line. Empty when nothing is left. */
export function cleanName(typed: string, max: number): string {
  const line = storable(typed).replace(/\s+/gu, ' ').trim();
  if (line.length <= max) return line;
  return Array.from(line.slice(0, max * 2))
    .slice(0, max)
    .join('')
    .trim();
}

/** A text as it is kept: with the line ends of Markdown. */
export function cleanContent(typed: string): string {
  return storable(typed).replace(/\r\n?/g, '\n');
}

const MAX_LINES_READ = 50;
const MAX_SUGGESTED = 80;

/**
 * A title for a text: the subject of an email, else its first heading if it begins with one soon, else its first line; without
 * the marks of Markdown.
 */
export function titleFromText(text: string): string {
  const lines = text.split('\n', MAX_LINES_READ).map((line) => line.trim());
  const heading = lines.find((line) => /^#{1,6}\s+\S/.test(line));
  const first = lines.find((line) => bare(line) !== '') ?? '';
  const subject = /^subject:\s*(\S.*)$/i.exec(bare(first).replaceAll('**', ''))?.[1];
  return shortened(subject ?? bare(heading ?? first));
}

function bare(line: string): string {
  if (/^(?:[-*_=]\s*){3,}$/.test(line) || /^(?:```|~~~)/.test(line)) return '';
  const start = line
    .slice(0, 1_000)
    .replace(/^(?:(?:#{1,6}|>|[-*+]|\d+[.)])\s+)+/u, '')
    .replace(/(?<=\s)#+$/, '');
  return plainLine(start);
}

/** At the last word that fits. */
function shortened(line: string): string {
  const title = cleanName(line, MAX_SUGGESTED);
  if (title === cleanName(line, MAX_SUGGESTED + 1)) return title;
  const space = title.lastIndexOf(' ');
  return `${space > MAX_SUGGESTED / 2 ? title.slice(0, space) : title}…`;
}

export const DOWNLOAD_FORMATS = ['markdown', 'html', 'text'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];
