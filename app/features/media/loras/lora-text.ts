import { formatDuration } from '~/lib/format/durations';

import type { JobView, LoraList, LoraView, TrainingEstimate } from '../media';
import { costText } from '../media-text';

const STATE_TEXTS: Record<LoraView['state'], string> = {
  draft: 'Not trained yet',
  training: 'Training',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Canceled',
};

/** A LoRA's state for people. */
export function stateText({
  state,
  waiting,
  elsewhere,
}: Pick<LoraView, 'state' | 'waiting' | 'elsewhere'>): string {
  if (elsewhere) return 'Trained elsewhere';
  return waiting ? 'Waiting' : STATE_TEXTS[state];
}

/** `About 20 minutes`, `About 1 hour 30 minutes`: the longer it takes, the less exactly it is known. */
export function minutesText(minutes: number): string {
  if (minutes <= 1) return 'About a minute';
  const rounded = minutes < 60 ? Math.round(minutes) : 30 * Math.round(minutes / 30);
  return `About ${formatDuration(rounded * 60, 'long')}`;
}

/** `About 24 minutes · About 1,100 tokens of your 25,000`. */
export function trainingCost(estimate: TrainingEstimate): { text: string; short: boolean } {
  const { text, short } = costText(estimate, 'Try fewer steps.');
  return { text: `${minutesText(estimate.minutes)} · ${text}`, short };
}

export type Missing = 'images' | 'trigger' | 'rights';

/** What is missing before a training can start, in the order of the page. */
export function missingFor(
  lora: Pick<LoraView, 'images' | 'triggerWord'>,
  limits: LoraList['limits'],
  confirmed: boolean,
): Missing[] {
  const missing: Missing[] = [];
  if (lora.triggerWord.trim() === '') missing.push('trigger');
  if (lora.images < limits.min) missing.push('images');
  if (!confirmed) missing.push('rights');
  return missing;
}

/** A training's state for people. */
export function trainingText(job: Pick<JobView, 'state' | 'progress'> | null): string {
  if (job === null || job.state === 'queued') return 'Waiting…';
  if (job.state === 'running') {
    return job.progress === null ? 'Training…' : `Training… ${job.progress}%`;
  }
  return job.state === 'succeeded' ? 'Done' : job.state === 'failed' ? 'Failed' : 'Canceled';
}
