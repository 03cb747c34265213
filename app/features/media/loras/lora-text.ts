import type { Estimate } from '~/features/billing';
import { formatCount } from '~/lib/format';

import type { JobView, LoraList, LoraView } from '../media';
import { costText } from '../media-text';

const STATE_TEXTS: Record<LoraView['state'], string> = {
  draft: 'Not trained yet',
  training: 'Training',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
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

/** `1 picture`, `12 pictures`. */
export function imagesText(count: number): string {
  return formatCount(count, 'picture');
}

/** `About 20 minutes`, `About 1½ hours`. */
export function minutesText(minutes: number): string {
  if (minutes < 90) return minutes <= 1 ? 'About a minute' : `About ${Math.round(minutes)} minutes`;
  const halves = Math.round(minutes / 30);
  const whole = Math.floor(halves / 2);
  return `About ${whole}${halves % 2 === 1 ? '½' : ''} hours`;
}

export function trainingCost(estimate: Estimate): { text: string; short: boolean } {
  const words = {
    free: 'It costs nothing.',
    about: 'It costs about',
    less: 'Fewer steps cost less.',
  };
  return costText(estimate, words);
}

/** The text of the button that starts the training. */
export function trainLabel(estimate: Estimate | null): string {
  if (estimate === null || estimate.tokens === 0) return 'Train';
  return `Train for about ${formatCount(estimate.tokens, 'token')}`;
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
  if (job === null || job.state === 'queued') return 'Waiting for its turn';
  if (job.state === 'running') {
    return job.progress === null ? 'Training' : `Training, ${job.progress} %`;
  }
  return job.state === 'succeeded' ? 'Done' : job.state === 'failed' ? 'Failed' : 'Cancelled';
}
