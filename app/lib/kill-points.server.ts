import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Places where a test can end the process, grouped by the journey that passes them. tests/faults/kill-points runs every
 * one of them, including those added later.
 */
export const KILL_POINTS = {
  answer: [
    'answer: question written, not committed',
    'answer: tokens reserved, not committed',
    'answer: committed, not begun',
    'answer: before the provider is asked',
    'answer: a thought is stored',
    'answer: words kept, not shown',
    'answer: words are here',
    'answer: before a chunk is stored',
    'answer: a chunk is stored',
    'answer: noted as streaming',
    'answer: the provider is done',
    'answer: ended in its row, not committed',
    'answer: settled, not committed',
    'answer: folded, not committed',
    'answer: end committed, not told',
  ],
  /** An answer that has something looked up. */
  tools: [
    'tools: a round is written, not committed',
    'tools: a round is committed, its calls not made',
    'tools: a call was made, its result not stored',
    'tools: a result is stored',
    'tools: all results are here, not sent back',
  ],
  /** Recovering what a dead process left behind. */
  takeover: [
    'takeover: answer ended, not committed',
    'takeover: answer ended, not told',
    'takeover: journal read, not removed',
  ],
  /** The steps of every media job. */
  image: [
    'media: queued, not told',
    'media: taken up, not begun',
    'media: intent recorded, not asked',
    'media: asked, the provider’s word not stored',
    'media: the provider’s word stored',
    'media: result here, nothing of it stored',
    'media: an object stored',
    'media: delivered, not committed',
    'media: delivered, not told',
    'media: settled, not committed',
    'media: ended, not committed',
    'media: ended, not told',
  ],
  training: [
    'training: model named, not made',
    'training: model made, no archive',
    'training: archive handed over, not noted',
    'training: archive noted, not asked',
    'training: known to its call, not to its LoRA',
    'training: how it stands is stored',
    'training: weights fetched, not unpacked',
    'training: weights kept, archive not taken back',
  ],
  video: [
    'video: how far it is, is stored',
    'video: fetched, not read',
    'video: a part of its poster stored',
    'video: poster stored, not noted',
  ],
  cancellation: [
    'cancel: marked, not cut off',
    'cancel: training broken off, archive not taken back',
    'cancel: prediction broken off, not noted',
  ],
  leftovers: [
    'leftovers: objects removed',
    'leftovers: training broken off',
    'leftovers: model deleted, not noted',
  ],
  import: [
    'import: a part stored, not noted',
    'import: taken up',
    'import: a batch of the preview kept',
    'import: a file stored, without its row',
    'import: a batch written, not committed',
    'import: a batch committed',
    'import: a large conversation begun',
    'import: a large conversation written',
    'import: a large conversation finished, not committed',
    'import: all written, not reported',
    'import: step done, not ended',
    'import: ended, its upload not dropped',
  ],
  export: [
    'export: taken up',
    'export: written, not ended',
    'export: ended, not committed',
    'export: ended, earlier ones not dropped',
  ],
  source: [
    'source: taken up',
    'source: read again, not committed',
    'source: read again, the next one not queued',
  ],
  document: [
    'document: suggestions stored, not committed',
    'document: suggestions accepted, not committed',
    'document: saved as content, not named',
  ],
  search: ['search: words written, not noted'],
  removal: ['import: a batch removed'],
  payment: [
    'payment: event kept, nothing taken in',
    'payment: tokens granted, not committed',
    'payment: tokens granted, event not ended',
  ],
  email: ['email: before it is handed over', 'email: handed over, not noted'],
  deletion: [
    'deletion: nobody gets in any more',
    'deletion: what runs is stopped',
    'deletion: rows removed',
    'deletion: objects removed',
    'deletion: account removed, not committed',
  ],
} as const;

export type KillPoint = (typeof KILL_POINTS)[keyof typeof KILL_POINTS][number];

/**
 * Ends this process as a power cut would, if a test requested it by `<times> <point>` in the file KILL_FILE. With
 * `alone` before the point, only this process ends; otherwise the app that started it ends, too. Each call has the
 * label KILLABLE, by which the production build drops it (docs/decisions/0041).
 */
export function killPoint(point: KillPoint): void {
  const file = process.env.KILL_FILE;
  if (file === undefined) return;
  const [, times, alone = '', asked] =
    /^(\d+) (alone )?(.+)$/.exec(readFileSync(file, 'utf8')) ?? [];
  if (asked !== point) return;
  // Counted in the file, because several processes may pass the point one after the other.
  if (Number(times) > 1) return writeFileSync(file, `${Number(times) - 1} ${alone}${asked}`);
  writeFileSync(file, '');
  if (alone === '' && process.connected) process.kill(process.ppid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}
