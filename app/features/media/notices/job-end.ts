import type { EmailContent } from '~/features/email';

import { isOver, type JobView } from '../media';

/** Characters of a prompt, which say which job it was. */
const SHOWN_PROMPT = 140;

/** Where a job's results are shown. */
const PAGES: Record<JobView['kind'], string> = {
  image: '/media-creator?mode=generate',
  video: '/media-creator/video-gen',
  lora: '/media-creator?mode=train-lora',
};

/** Whether the results of such a job are shown at this address anyway. */
export function isItsPage(
  kind: JobView['kind'],
  { pathname, search }: { pathname: string; search: string },
): boolean {
  if (kind === 'video') return pathname === PAGES.video;
  const isTraining = new URLSearchParams(search).get('mode') === 'train-lora';
  return pathname === '/media-creator' && isTraining === (kind === 'lora');
}

/** The jobs whose results the page shows, wherever it is. */
export const shownHere = new Set<string>();

export interface JobEndText {
  /** `Your images are ready`, `Your video couldn’t be created`. */
  text: string;
  /** The prompt, or the LoRA's name. */
  about: string;
  /** Why it failed, in whole or in part. */
  reason: string | null;
  done: boolean;
  /** The path of the page with the results. */
  page: string;
}

export function jobEndText(job: JobView): JobEndText {
  const done = job.state === 'succeeded';
  const { reason } = job;
  return {
    text: done ? doneText(job) : failedText(job),
    about: aboutOf(job),
    reason,
    done,
    page: PAGES[job.kind],
  };
}

function doneText(job: JobView): string {
  switch (job.kind) {
    case 'image':
      return job.items.length === 1 ? 'Your image is ready' : 'Your images are ready';
    case 'video':
      return 'Your video is ready';
    case 'lora':
      return `“${job.request.name}” is trained`;
  }
}

function failedText(job: JobView): string {
  switch (job.kind) {
    case 'image':
      return job.request.count === 1
        ? 'Your image couldn’t be created'
        : 'Your images couldn’t be created';
    case 'video':
      return 'Your video couldn’t be created';
    case 'lora':
      return `“${job.request.name}” couldn’t be trained`;
  }
}

function aboutOf(job: JobView): string {
  if (job.kind === 'lora') return job.request.name;
  const characters = [...job.request.prompt];
  if (characters.length <= SHOWN_PROMPT) return job.request.prompt;
  return `${characters.slice(0, SHOWN_PROMPT - 1).join('')}…`;
}

/** The email about a job's end. */
export function endEmail(job: JobView, appUrl: string): EmailContent {
  const { text, about, reason, done, page } = jobEndText(job);
  return {
    subject: text,
    preview: about,
    title: text,
    paragraphs: [
      ...(job.kind === 'lora' ? [] : [`“${about}”`]),
      ...(reason === null ? [] : [reason]),
    ],
    action: { label: done ? 'View it' : 'Open Media Creator', href: `${appUrl}${page}` },
    afterword: [
      'You’re getting this email because you had left before it was done. You choose this for each job with “Email me when it’s ready”.',
    ],
  };
}

/** The state of the jobs when the page was rendered. */
export interface JobsStart {
  /** The sequence of the last live event. */
  seq: number;
  /** By the database's clock, ISO 8601. */
  at: string;
  /** The jobs that waited or ran. */
  goingOn: string[];
}

/**
 * Whether the job has ended since then. A job whose end was being stored at that moment has an earlier time, but is among
 * those that ran.
 */
export function hasEndedSince(job: JobView, { at, goingOn }: JobsStart): boolean {
  if (!isOver(job.state)) return false;
  return goingOn.includes(job.id) || (job.finishedAt !== null && job.finishedAt >= at);
}
