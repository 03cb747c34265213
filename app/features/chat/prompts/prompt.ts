/** A prompt in a list: without its whole text. */
export interface PromptItem {
  id: string;
  name: string;
  /** How its text begins. */
  preview: string;
}

/** A prompt with everything. */
export interface Prompt {
  id: string;
  name: string;
  text: string;
  /** Counts the changes: one that was made from an older text is refused. */
  version: number;
}

/** A prompt that comes with the product. */
export interface Starter {
  id: string;
  name: string;
  text: string;
}

/** All that a person can choose from. */
export interface PromptList {
  /** Their own, by name. */
  prompts: PromptItem[];
  /** Those that they have not hidden. */
  starters: Starter[];
  /** How many they have hidden. */
  hidden: number;
}

/** How many a user may have: the list of them is whole. */
export const MAX_PROMPTS = 500;
/** In UTF-16 units. */
export const MAX_PROMPT_NAME = 100;
export const MAX_PROMPT_TEXT = 20_000;
export const PREVIEW_LENGTH = 120;

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** The library is loaded again. */
    prompts: object;
  }
}
