// The rules for LoRAs, for the pages and the server.

export const LORA_IMAGES = {
  min: 4,
  max: 100,
  minEdge: 512,
  maxBytes: 20 * 1024 * 1024,
} as const;

export const LORA_STEPS = { min: 100, max: 4_000, usual: 1_000 } as const;
export const LORA_RANK = { min: 4, max: 64, usual: 16 } as const;

export const MAX_LORAS = 100;
export const MAX_LORA_NAME = 100;
export const MAX_CAPTION = 1_000;

/** One word that no text has by chance: letters, digits, `_`, and `-`. */
const TRIGGER_WORD = /^[\p{L}\p{N}][\p{L}\p{N}_-]{1,39}$/u;

export function isTriggerWord(word: string): boolean {
  return TRIGGER_WORD.test(word);
}

/** The prompt with the trigger word in front, unless it has the word already, spelled exactly so. */
export function withTriggerWord(prompt: string, word: string): string {
  const letter = '[\\p{L}\\p{N}_-]';
  const hasWord = new RegExp(`(?<!${letter})${word}(?!${letter})`, 'u').test(prompt);
  return hasWord ? prompt : `${word}, ${prompt}`;
}

const MINUTES_TO_START = 4;
const STEPS_A_MINUTE = 50;

/** How long a training takes, approximately. */
export function trainingMinutes(steps: number): number {
  return MINUTES_TO_START + Math.ceil(steps / STEPS_A_MINUTE);
}
