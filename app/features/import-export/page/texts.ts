import { formatLocalDay, formatCount } from '~/lib/format';

import type { ImportFound, ImportResult, ImportView } from './import-export';

/** Errors of the pages of imports and exports, and the drop zone. */
export const pageTexts = {
  loadFailed: 'Your imports could not be loaded.',
  exportsFailed: 'Your exports could not be loaded.',
  beginFailed: 'The import could not be begun. Please try again.',
  startFailed: 'The import could not be started. Please try again.',
  cancelFailed: 'The import could not be canceled. Please try again.',
  removeFailed: 'The import could not be removed. Please try again.',
  listFailed: 'The list could not be loaded.',
  exportFailed: 'The export could not be begun. Please try again.',
  exportCancelFailed: 'The export could not be canceled. Please try again.',
  exportRemoveFailed: 'The file could not be removed. Please try again.',
  otherFiles:
    'These are not the same files. Choose the ones that you began with, or cancel and begin anew.',
  dropHere: 'Drop your export to import it',
} as const;

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** From the first day to the last; null when no day is known. */
export function spanText({
  earliest,
  latest,
}: Pick<ImportFound, 'earliest' | 'latest'>): string | null {
  if (earliest === null || latest === null) return null;
  const [first, last] = [formatLocalDay(earliest), formatLocalDay(latest)];
  return first === last ? `from ${first}` : `from ${first} to ${last}`;
}

/** The remaining time, roughly. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${formatCount(minutes, 'minute')} left`;
  const hours = Math.round(minutes / 6) / 10;
  return `about ${hours === 1 ? '1 hour' : `${hours} hours`} left`;
}

/** What our own archives hold apart from conversations, as far as people would look for it. */
const OTHERS: Record<string, [one: string, many: string]> = {
  profiles: ['brand profile', 'brand profiles'],
  prompts: ['prompt', 'prompts'],
  savedContents: ['saved text', 'saved texts'],
  briefs: ['brief', 'briefs'],
  mediaItems: ['picture or video', 'pictures and videos'],
  loras: ['LoRA', 'LoRAs'],
};

/** `3 brand profiles and 1 prompt`; empty when there is nothing. */
export function othersText(others: Readonly<Record<string, number>>): string {
  return listed(
    Object.entries(OTHERS).flatMap(([name, [one, many]]) => {
      const number = others[name] ?? 0;
      return number > 0 ? [formatCount(number, one, many)] : [];
    }),
  );
}

export function resultText({ imported, updated, others }: ImportResult): string {
  const done = [
    ...(imported > 0 ? [`${formatCount(imported, 'conversation')} imported`] : []),
    ...(updated > 0 ? [`${formatCount(updated, 'conversation')} updated`] : []),
  ];
  const restored = othersText(others);
  if (restored !== '') done.push(`${restored} brought in`);
  return done.length === 0 ? 'Nothing new was imported.' : `${listed(done)}.`;
}

/** What wasn't imported; empty when everything was. */
export function missedText({ result }: Pick<ImportView, 'result'>): string {
  if (result === null) return '';
  const { missingFiles, skipped } = result;
  const missed = [
    ...(skipped > 0 ? [`${formatCount(skipped, 'conversation')} skipped`] : []),
    ...(missingFiles > 0 ? [`${formatCount(missingFiles, 'file')} missing`] : []),
  ];
  return missed.length === 0 ? '' : `${listed(missed)}.`;
}

export function sourceText({ service }: Pick<ImportView, 'service'>): string {
  if (service === null) return 'Import';
  return service === 'chatgpt' ? 'ChatGPT export' : 'Brandwright archive';
}
