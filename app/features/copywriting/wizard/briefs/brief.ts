import type { GenerationState } from '~/engine/generation';

import type { FormatId } from '../../formats/formats';
import type { ContentItem } from '../../library/content/content';

/** What a person wants written, as the wizard's form has it. Empty texts: not said. */
export interface BriefFields {
  topic: string;
  audience: string;
  goal: string;
  tone: string;
  length: BriefLength;
  /** What it is to be written in, in words: `English`, `Deutsch`, … */
  language: string;
  keywords: string[];
  callToAction: string;
}

export const BRIEF_LENGTHS = ['short', 'medium', 'long'] as const;
export type BriefLength = (typeof BRIEF_LENGTHS)[number];

/** The longest entries, in characters (code points), and the most keywords. */
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

/** What the wizard asks for: one format in several variants, or a campaign with one variant of each format. */
export interface BriefRequest {
  kind: 'variants' | 'campaign';
  formatIds: FormatId[];
  /** 1 to MAX_VARIANTS; 1 for a campaign. */
  variants: number;
  profileId: string | null;
  fields: BriefFields;
}

/** A text that was written to a brief. Its id is its generation's. */
export interface VariantView {
  id: string;
  formatId: FormatId;
  /** Counts from 0 within its format. */
  position: number;
  state: GenerationState;
  /** Why it failed, in words. */
  reason: string | null;
  /** What is there of it; of a running one, when the page was loaded. */
  text: string;
  /** The person's own edits since; they win over what the generation wrote. */
  edited: boolean;
  /** Weighted tokens, once it is over. */
  usedTokens: number | null;
  /** Counts the changes of the text: an edit says which version it was made on. */
  version: number;
  /** Everything that was written at this place, oldest first, itself included: any of them can be chosen again. */
  versions: string[];
  /** Where it has been saved; `current` while that is what it says now. */
  saved: { id: string; category: string; current: boolean } | null;
}

export interface BriefView extends BriefRequest {
  id: string;
  /** The topic's first words. */
  title: string;
  profileName: string | null;
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
  /** Asks for the next page; null where there is none. */
  cursor: string | null;
}

/** A piece, and the content that it was saved as. */
export interface SavedVariant {
  variantId: string;
  content: ContentItem;
}

/** What live changes of the topic `piece` tell: how a part stands now. One that is not known yet belongs to its brief. */
export interface VariantEvent {
  id: string;
  briefId: string;
  state: GenerationState;
  reason: string | null;
  usedTokens: number | null;
  version: number;
}

/** What live changes of the topic `brief` tell: there is a new one, one is gone, or other texts are shown in it. */
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

/** A brief's name in lists: the topic's first words, on one line. */
export function titleOfTopic(topic: string): string {
  const line = topic.replace(/\s+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= MAX_TITLE) return line;
  const head = characters.slice(0, MAX_TITLE - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${(space > MAX_TITLE / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}
