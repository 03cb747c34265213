import { formatShortDay } from '~/lib/format/dates';
import { formatDuration } from '~/lib/format/durations';
import { formatCount } from '~/lib/format/numbers';

import type { ImportFound, ImportResult, ImportView } from './import-export';

/** Errors of the pages of imports and exports, and the drop zone. */
export const pageTexts = {
  loadFailed: 'Your imports couldn’t be loaded.',
  exportsFailed: 'Your exports couldn’t be loaded.',
  beginFailed: 'Your upload couldn’t be started. Try again.',
  startFailed: 'The import couldn’t be started. Try again.',
  cancelFailed: 'The import couldn’t be canceled. Try again.',
  removeFailed: 'The import couldn’t be removed. Try again.',
  listFailed: 'The list couldn’t be loaded.',
  exportFailed: 'The export couldn’t be started. Try again.',
  exportCancelFailed: 'The export couldn’t be canceled. Try again.',
  exportRemoveFailed: 'The file couldn’t be deleted. Try again.',
  otherFiles:
    'These aren’t the same files. Choose the ones you started with, or cancel and start over.',
  dropHere: 'Drop your export to import it',
} as const;

/** `a`, `a and b`, `a, b, and c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(' and ');
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

/** From the first day to the last; null when no day is known. */
export function spanText({
  earliest,
  latest,
}: Pick<ImportFound, 'earliest' | 'latest'>): string | null {
  if (earliest === null || latest === null) return null;
  const [first, last] = [formatShortDay(earliest), formatShortDay(latest)];
  return first === last ? `from ${first}` : `from ${first} to ${last}`;
}

/** The remaining time, roughly. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const step = seconds < 3_600 ? 60 : 600;
  return `about ${formatDuration(step * Math.round(seconds / step), 'long')} left`;
}

/** What our own archives hold apart from conversations, as far as people would look for it. */
const OTHERS: Record<string, [one: string, many: string]> = {
  profiles: ['brand profile', 'brand profiles'],
  prompts: ['prompt', 'prompts'],
  savedContents: ['piece of saved content', 'pieces of saved content'],
  briefs: ['brief', 'briefs'],
  mediaItems: ['image or video', 'images and videos'],
  loras: ['LoRA', 'LoRAs'],
};

/** `3 brand profiles and 1 prompt`; empty when there is nothing. */
export function othersText(others: Readonly<Record<string, number>>): string {
  return listed(countedOthers(others));
}

function countedOthers(others: Readonly<Record<string, number>>): string[] {
  return Object.entries(OTHERS).flatMap(([name, [one, many]]) => {
    const number = others[name] ?? 0;
    return number > 0 ? [formatCount(number, one, many)] : [];
  });
}

/** `Imported 3 conversations and 1 prompt. Updated 1 conversation.` */
export function resultText({ imported, updated, others }: ImportResult): string {
  const fresh = [
    ...(imported > 0 ? [formatCount(imported, 'conversation')] : []),
    ...countedOthers(others),
  ];
  const done = [
    ...(fresh.length > 0 ? [`Imported ${listed(fresh)}.`] : []),
    ...(updated > 0 ? [`Updated ${formatCount(updated, 'conversation')}.`] : []),
  ];
  return done.length === 0 ? 'Nothing new was imported.' : done.join(' ');
}

/** What wasn't imported; empty when everything was. */
export function missedText({ result }: Pick<ImportView, 'result'>): string {
  if (result === null) return '';
  const { missingFiles, skipped } = result;
  return [
    ...(skipped > 0 ? [`Skipped ${formatCount(skipped, 'conversation')}.`] : []),
    ...(missingFiles > 0 ? [`Missing ${formatCount(missingFiles, 'file')}.`] : []),
  ].join(' ');
}

export function sourceText({ service }: Pick<ImportView, 'service'>): string {
  if (service === null) return 'Import';
  return service === 'chatgpt' ? 'ChatGPT export' : 'Brandwright archive';
}
