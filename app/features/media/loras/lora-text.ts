import type { Estimate } from '~/features/billing';
import { formatNumber, formatCount } from '~/lib/format';

import type { JobView, LoraList, LoraView } from '../media';

const STATE_WORDS: Record<LoraView['state'], string> = {
  draft: 'Not trained yet',
  training: 'Training',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** How a LoRA stands, in a word or two. */
export function stateWord({
  state,
  waiting,
  elsewhere,
}: Pick<LoraView, 'state' | 'waiting' | 'elsewhere'>): string {
  if (elsewhere) return 'Trained elsewhere';
  return waiting ? 'Waiting' : STATE_WORDS[state];
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

/** What the training costs, and whether there is enough for it. */
export function trainingCost({ tokens, available }: Estimate): { text: string; short: boolean } {
  if (tokens === 0) return { text: 'It costs nothing.', short: false };
  const cost = `It costs about ${formatCount(tokens, 'token')}`;
  if (available === null) return { text: `${cost}. Nothing is charged here.`, short: false };
  const left = formatNumber(available);
  if (tokens <= available) return { text: `${cost}; you have ${left}.`, short: false };
  return { text: `${cost}, but you have ${left}. Fewer steps cost less.`, short: true };
}

/** What the button says that begins it. */
export function trainLabel(estimate: Estimate | null): string {
  if (estimate === null || estimate.tokens === 0) return 'Train';
  return `Train for about ${formatCount(estimate.tokens, 'token')}`;
}

export type Missing = 'pictures' | 'trigger' | 'rights';

/** What has to be done before it can begin, in the order of the page. */
export function missingFor(
  lora: Pick<LoraView, 'images' | 'triggerWord'>,
  limits: LoraList['limits'],
  confirmed: boolean,
): Missing[] {
  const missing: Missing[] = [];
  if (lora.triggerWord.trim() === '') missing.push('trigger');
  if (lora.images < limits.fewest) missing.push('pictures');
  if (!confirmed) missing.push('rights');
  return missing;
}

/** How a training stands, in words. */
export function trainingText(job: Pick<JobView, 'state' | 'progress'> | null): string {
  if (job === null || job.state === 'queued') return 'Waiting for its turn';
  if (job.state === 'running') {
    return job.progress === null ? 'Training' : `Training, ${job.progress} %`;
  }
  return job.state === 'succeeded' ? 'Done' : job.state === 'failed' ? 'Failed' : 'Cancelled';
}
