import { plainLine } from '~/lib/text/plain-line';
import { storable } from '~/lib/text/storable';

import type { CategoryId } from '../../formats/categories';
import type { FormatId } from '../../formats/formats';

/** Where a content is: in a category, and perhaps in one of its folders. */
export interface ContentPlace {
  category: CategoryId;
  folderId: string | null;
}

/** A saved content in a list, without its text. Times are milliseconds. */
export interface ContentItem extends ContentPlace {
  id: string;
  title: string;
  /** What it is written as; null when that isn't set. */
  format: FormatId | null;
  /** It was saved from a text that the built-in demo wrote. */
  demo: boolean;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export interface ContentFolder {
  id: string;
  category: CategoryId;
  name: string;
}

/** A page of a list, newest first. `cursor` requests the next page and is null on the last one. */
export interface ContentPage {
  items: ContentItem[];
  cursor: string | null;
}

/** The beginning of the sidebar: the first page of every category and folder. */
export interface ContentOverview {
  folders: ContentFolder[];
  /** By `placeKey`. */
  pages: Record<string, ContentPage>;
  /** The sequence number up to which live events are included. */
  seq: number;
}

/** The title and text of one version. */
export interface ContentText {
  title: string;
  content: string;
  version: number;
}

/** The live event of the topic `saved-content`. */
export type ContentEvent =
  | { type: 'changed'; item: ContentItem }
  | { type: 'removed'; id: string }
  /** The findings of the brand check that are ignored in it. */
  | { type: 'ignored'; id: string; ignored: string[] }
  | { type: 'folder'; folder: ContentFolder }
  /** The folder's contents are in its category now. */
  | { type: 'folder-removed'; id: string };

/** The key of a place among the pages of an overview. */
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

/** Maximum lengths: titles and folder names in code points, texts in UTF-16 units. */
export const MAX_TITLE = 200;
export const MAX_FOLDER_NAME = 60;
export const MAX_CONTENT = 200_000;

/** A name may be this many times longer before its spaces and NULs are removed; the rest is cut off unread. */
const NAME_ROOM = 10;

/** A title or name as it is stored: on one line, cut at `max` code points. Empty when nothing is left. */
export function cleanName(typed: string, max: number): string {
  const start = typed.trimStart().slice(0, max * NAME_ROOM);
  const line = storable(start).replace(/\s+/gu, ' ').trim();
  if (line.length <= max) return line;
  return Array.from(line.slice(0, max * 2))
    .slice(0, max)
    .join('')
    .trim();
}

/** A text as it is stored, with `\n` as its line break. */
export function cleanContent(typed: string): string {
  return storable(typed).replace(/\r\n?/g, '\n');
}

const MAX_LINES_READ = 50;
const MAX_SUGGESTED = 80;

/**
 * Suggests a title for a text: an email's subject, else a heading near the beginning, else the first line; without
 * Markdown.
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

/** Cuts at the last word that fits. */
function shortened(line: string): string {
  const title = cleanName(line, MAX_SUGGESTED);
  if (title === cleanName(line, MAX_SUGGESTED + 1)) return title;
  const space = title.lastIndexOf(' ');
  return `${space > MAX_SUGGESTED / 2 ? title.slice(0, space) : title}…`;
}

export const DOWNLOAD_FORMATS = ['markdown', 'html', 'text'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];
