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
  /** What it is written as; null: nobody has said. */
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

export interface ContentVersion {
  id: string;
  title: string;
  writtenAt: number;
  /** When something else took its place: versions are in this order. */
  createdAt: number;
}

export interface VersionPage {
  items: ContentVersion[];
  cursor: string | null;
}

/** What live changes of the topic `saved-content` tell. */
export type ContentChange =
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
    'saved-content': ContentChange;
  }
}
