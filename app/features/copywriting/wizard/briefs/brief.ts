import type { GenerationState } from '~/engine/generation';

import type { FormatId } from '../../formats/formats';
import type { ContentItem } from '../../library/content/content';

/** What the user wants written. An empty text was left out. */
export interface BriefFields {
  topic: string;
  audience: string;
  goal: string;
  tone: string;
  length: BriefLength;
  /** The name of the language, such as `English` or `Deutsch`. */
  language: string;
  keywords: string[];
  callToAction: string;
}

export const BRIEF_LENGTHS = ['short', 'medium', 'long'] as const;
export type BriefLength = (typeof BRIEF_LENGTHS)[number];

/** Maximum lengths in characters (code points), and the maximum number of keywords. */
export const BRIEF_LIMITS = {
  topic: 2_000,
  audience: 500,
  goal: 500,
  tone: 200,
  language: 60,
  keyword: 60,
  keywords: 20,
  callToAction: 200,
} as const;

export const MAX_VARIANTS = 5;

/** What the wizard requests: several variants of one format, or a campaign with one variant in each format. */
export interface BriefRequest {
  kind: 'variants' | 'campaign';
  formatIds: FormatId[];
  /** 1 to MAX_VARIANTS; 1 for a campaign. */
  variants: number;
  profileId: string | null;
  fields: BriefFields;
}

/** A text that was generated to a brief. It has the id of its generation. */
export interface VariantView {
  id: string;
  formatId: FormatId;
  /** Counts from 0 within its format. */
  position: number;
  state: GenerationState;
  /** Why it failed, in words. */
  reason: string | null;
  /** The built-in demo wrote it. */
  demo: boolean;
  /** The text so far; for a running variant, as of when the page was loaded. */
  text: string;
  /** Whether the user has edited the text; their version replaces the generated one. */
  edited: boolean;
  /** Weighted tokens, once it has ended. */
  usedTokens: number | null;
  /** Counts changes of the text: an edit states the version that it was made on. */
  version: number;
  /**
   * The ids of everything that was written at its position, oldest first and including itself; any of them can be
   * shown again.
   */
  versions: string[];
  /** Keys of findings that the brand check leaves out in this text. */
  ignoredFindings: string[];
  /** The content that it was saved as; `current` while that has the same text. */
  saved: { id: string; category: string; current: boolean } | null;
}

export interface BriefView extends BriefRequest {
  id: string;
  /** The topic's first words. */
  title: string;
  profileName: string | null;
  /** The image in previews, which may be gone. */
  imageId: string | null;
  createdAt: number;
  results: VariantView[];
}

/** A brief in the list of recent ones. */
export interface BriefItem {
  id: string;
  title: string;
  kind: BriefRequest['kind'];
  formatIds: FormatId[];
  createdAt: number;
}

export interface BriefList {
  items: BriefItem[];
  /** The cursor of the next page; null on the last one. */
  cursor: string | null;
}

export interface VariantToSave {
  id: string;
  title: string;
  /** A folder in its format's category; null for the category itself. */
  folderId: string | null;
}

/** A variant, and the content that it was saved as. */
export interface SavedVariant {
  variantId: string;
  content: ContentItem;
}

/** The live event of the topic `variant`: its current state. An unknown id is a new variant of that brief. */
export interface VariantEvent {
  id: string;
  briefId: string;
  state: GenerationState;
  reason: string | null;
  usedTokens: number | null;
  version: number;
}

/** The live event of the topic `brief`: it was created or removed, or shows other variants. */
export interface BriefChange {
  type: 'created' | 'changed' | 'removed';
  id: string;
}

export function briefAddress(id: string): string {
  return `/copy-wizard/briefs/${id}`;
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    brief: BriefChange;
    variant: VariantEvent;
  }
}

const MAX_TITLE = 80;

/** A brief's name in lists: the topic's first words on one line. */
export function titleOfTopic(topic: string): string {
  const line = topic.replace(/\s+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= MAX_TITLE) return line;
  const head = characters.slice(0, MAX_TITLE - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${(space > MAX_TITLE / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}
