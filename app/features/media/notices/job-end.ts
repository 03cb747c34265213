import type { EmailContent } from '~/features/email';

import { isOver, type JobView } from '../media';

/** So much of a prompt says which job it was. */
const SHOWN_PROMPT = 140;

/** Where what a job made is found. */
const PAGES: Record<JobView['kind'], string> = {
  image: '/media-creator?mode=generate',
  video: '/media-creator/video-gen',
  lora: '/media-creator?mode=train-lora',
};

/** Whether what such a job makes is seen at this address anyway. */
export function isItsPage(
  kind: JobView['kind'],
  { pathname, search }: { pathname: string; search: string },
): boolean {
  if (kind === 'video') return pathname === PAGES.video;
  const isTraining = new URLSearchParams(search).get('mode') === 'train-lora';
  return pathname === '/media-creator' && isTraining === (kind === 'lora');
}

export interface JobEndText {
  /** `Your images are ready`, `Your video could not be made`. */
  text: string;
  /** Which job it was, in the person's own words. */
  about: string;
  /** What became of it otherwise than it should have. */
  reason: string | null;
  done: boolean;
  /** The address of what was made, within the app. */
  page: string;
}

/** What there is to say of a job's end. */
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
        ? 'Your image could not be made'
        : 'Your images could not be made';
    case 'video':
      return 'Your video could not be made';
    case 'lora':
      return `“${job.request.name}” could not be trained`;
  }
}

function aboutOf(job: JobView): string {
  if (job.kind === 'lora') return job.request.name;
  const characters = [...job.request.prompt];
  if (characters.length <= SHOWN_PROMPT) return job.request.prompt;
  return `${characters.slice(0, SHOWN_PROMPT - 1).join('')}…`;
}

// What the email about a job's end says. No I/O.

/** `appUrl`: where the app is found. */
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
    action: { label: done ? 'Show me' : 'Open the page', href: `${appUrl}${page}` },
    afterword: [
      'You get this mail because you were not there when it ended. Whether you want one is asked beside each job while it goes on.',
    ],
  };
}

/** How things stood when the page was rendered. */
export interface JobsStart {
  /** The newest change there was. */
  seq: number;
  /** By the database's clock, ISO 8601. */
  at: string;
  /** The jobs that went on. */
  goingOn: string[];
}

/**
 * Whether the job has ended since. One whose end was being stored right then carries an earlier time, but is among those
 * that went on.
 */
export function hasEndedSince(job: JobView, { at, goingOn }: JobsStart): boolean {
  if (!isOver(job.state)) return false;
  return goingOn.includes(job.id) || (job.finishedAt !== null && job.finishedAt >= at);
}
