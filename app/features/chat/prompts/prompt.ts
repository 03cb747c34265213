/** A prompt in a list: without its whole text. */
export interface PromptItem {
  id: string;
  name: string;
  /** The beginning of its text. */
  preview: string;
}

/** A prompt with its whole text. */
export interface Prompt {
  id: string;
  name: string;
  text: string;
  /** Grows with each change; a change that is based on an older version is refused. */
  version: number;
}

/** A prompt that comes with the product. */
export interface Starter {
  id: string;
  name: string;
  text: string;
}

/** All prompts that a person can choose from. */
export interface PromptList {
  /** Their own, by name. */
  prompts: PromptItem[];
  /** Those that they haven't hidden. */
  starters: Starter[];
  /** The number of starters that they have hidden. */
  hidden: number;
}

/** Prompts of one user. Lists show all of them at once. */
export const MAX_PROMPTS = 500;
/** In UTF-16 units. */
export const MAX_PROMPT_NAME = 100;
export const MAX_PROMPT_TEXT = 20_000;
export const PREVIEW_LENGTH = 120;

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** Makes tabs load the library again. */
    prompts: object;
  }
}
