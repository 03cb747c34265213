// What a LoRA may be made of. Pages and the server keep to the same numbers.

export const LORA_IMAGES = {
  fewest: 4,
  most: 100,
  smallestEdge: 512,
  largestBytes: 20 * 1024 * 1024,
} as const;

export const LORA_STEPS = { min: 100, max: 4_000, usual: 1_000 } as const;
export const LORA_RANK = { min: 4, max: 64, usual: 16 } as const;

export const MAX_LORAS = 100;
export const MAX_LORA_NAME = 100;
export const MAX_CAPTION = 1_000;

/** One word that no text has by chance: letters, digits, `_` and `-`. */
const TRIGGER_WORD = /^[\p{L}\p{N}][\p{L}\p{N}_-]{1,39}$/u;

export function isTriggerWord(word: string): boolean {
  return TRIGGER_WORD.test(word);
}

/** The prompt with the word that calls up what was learned: in front, where it is not there as it was chosen. */
export function withTriggerWord(prompt: string, word: string): string {
  const letter = '[\\p{L}\\p{N}_-]';
  const there = new RegExp(`(?<!${letter})${word}(?!${letter})`, 'u').test(prompt);
  return there ? prompt : `${word}, ${prompt}`;
}

const MINUTES_TO_START = 4;
const STEPS_A_MINUTE = 50;

/** About how long a training takes, for people. */
export function trainingMinutes(steps: number): number {
  return MINUTES_TO_START + Math.ceil(steps / STEPS_A_MINUTE);
}
