import type { FormatId } from '../formats/formats';

/** What can be done with a selected passage. */
export const PASSAGE_ACTIONS = ['rewrite', 'shorten', 'lengthen', 'tone', 'translate'] as const;
export type PassageAction = (typeof PASSAGE_ACTIONS)[number];

/** In UTF-16 units: the longest passage, how much around it is sent along, the longest tone or language, the longest wish. */
export const MAX_PASSAGE = 20_000;
export const MAX_SURROUNDINGS = 2_000;
export const MAX_WORD = 100;
export const MAX_NOTE = 1_000;

/** A passage, and what is wanted of it. */
export interface PassageRequest {
  text: string;
  /** What stands around it, as much as is sent along. */
  before: string;
  after: string;
  action: PassageAction;
  /** With `tone`, in the person's words. */
  tone?: string;
  /** With `translate`, in words. */
  language?: string;
  /** What else the person wishes; may be empty. */
  note?: string;
  formatId?: FormatId | null;
  /** Whose brand it is written for. */
  profileId?: string | null;
}
