import type { JobView } from '../media';

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

export interface EndWords {
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
export function endWords(job: JobView): EndWords {
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
