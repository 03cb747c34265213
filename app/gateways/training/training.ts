/** A request for a training. */
export interface TrainingRequest {
  /** `owner/name` of the private model that gets the new version. */
  destination: string;
  /** The URL of the archive of images and captions. */
  dataset: string;
  triggerWord: string;
  steps: number;
  rank: number;
  /** Whether the provider describes images that have no caption. */
  describes: boolean;
}

/** A training as the provider reports it. */
export interface TrainingState {
  id: string;
  status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** 0–100 of its steps; null if its log doesn't say. */
  progress: number | null;
  /** The last lines of its log. */
  logTail: string;
  /** What the provider bills; null if unknown. */
  seconds: number | null;
  /** `owner/name:version`, which makes images. */
  version: string | null;
  /** The URL of its images and captions. */
  dataset: string | null;
  /** A link to the archive with the weights. */
  weights: string | null;
}

const MAX_LINES = 60;
const MAX_CHARACTERS = 6_000;
const READ_CHARACTERS = 40_000;

/** Escape sequences that color a terminal. */
const COLORS = /\u001b\[[0-9;?]*[A-Za-z]/g;
/** Links may carry keys. */
const LINKS = /\bhttps?:\/\/\S+/gi;

/** The last lines of a log, as a page can show them: a progress bar that is redrawn in place is one line. */
export function logTailOf(log: string): string {
  const text = log
    .slice(-READ_CHARACTERS)
    .toWellFormed()
    .replace(COLORS, '')
    .replace(LINKS, '(link)');
  const lines = text
    .split(/\r?\n/)
    .map((line) => (line.split('\r').findLast((part) => part.trim() !== '') ?? '').trimEnd())
    .map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, ' '))
    .filter((line) => line.trim() !== '');
  return [...lines.slice(-MAX_LINES).join('\n')].slice(-MAX_CHARACTERS).join('');
}

const BAR = /(\d{1,3})%\|[^|\r\n]*\|\s*(\d+)\/(\d+)/g;

/** How far a training is, in percent, by the progress bar of its steps; other bars are of downloads. Null without one. */
export function progressOf(log: string, steps: number): number | null {
  let done: number | null = null;
  for (const [, , current, total] of log.slice(-READ_CHARACTERS).matchAll(BAR)) {
    if (Number(total) === steps) done = Math.min(100, Math.round((Number(current) / steps) * 100));
  }
  return done;
}
