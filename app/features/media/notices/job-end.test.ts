import { describe, expect, test } from 'vitest';

import type { ImageJob, ItemView, JobView, LoraJob, VideoJob } from '../media';
import { endEmail, jobEndText, hasEndedSince, isItsPage } from './job-end';

const ended = {
  id: 'j',
  state: 'succeeded',
  progress: 100,
  reason: null,
  tokens: 1,
  usedTokens: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:02:00.000Z',
  items: [],
} as const;
const image = (more: Partial<ImageJob> = {}): ImageJob => ({
  ...ended,
  items: [],
  kind: 'image',
  request: {
    prompt: 'A loaf',
    model: 'm',
    size: '1024x1024',
    count: 2,
    profileId: null,
    brandText: '',
  },
  ...more,
});
const video: VideoJob = {
  ...ended,
  items: [],
  kind: 'video',
  request: { prompt: '🍞'.repeat(200), model: 'm', aspect: '16:9', seconds: 5 },
};
const lora: LoraJob = {
  ...ended,
  items: [],
  kind: 'lora',
  request: { loraId: 'l', name: 'Sourdough', triggerWord: 'SDGH', steps: 1, rank: 1, images: 4 },
};

describe('the text about a job’s end', () => {
  test.each<[string, JobView]>([
    ['Your images are ready', image()],
    ['Your image is ready', image({ items: [{} as ItemView] })],
    ['Your images couldn’t be created', image({ state: 'failed' })],
    ['Your video is ready', video],
    ['Your video couldn’t be created', { ...video, state: 'failed' }],
    ['“Sourdough” is trained', lora],
    ['“Sourdough” couldn’t be trained', { ...lora, state: 'failed' }],
  ])('is “%s” by the kind of the job and its outcome', (text, job) => {
    expect(jobEndText(job).text).toBe(text);
    const email = endEmail(job, 'https://brandwright.example');
    expect(email.subject).toBe(text);
    expect(email.action?.href).toMatch(/^https:\/\/brandwright\.example\/media-creator/);
  });

  test('shortens a long prompt without cutting a character', () => {
    const { about } = jobEndText(video);
    expect([...about]).toHaveLength(140);
    expect(about.isWellFormed()).toBe(true);
    expect(
      endEmail(image({ state: 'failed', reason: 'It is busy.' }), 'https://a.example'),
    ).toMatchObject({
      paragraphs: ['“A loaf”', 'It is busy.'],
    });
  });

  test('leads to the page with the results, and is shown only on other pages', () => {
    const at = (address: string) => new URL(address, 'https://a.example');
    for (const job of [image(), video, lora]) {
      const { page } = jobEndText(job);
      expect([image(), video, lora].filter(({ kind }) => isItsPage(kind, at(page)))).toEqual([job]);
    }
    expect(isItsPage('image', at('/media-creator'))).toBe(true);
    expect(isItsPage('image', at('/ai-lab'))).toBe(false);
  });
});

const start = { seq: 1, at: '2026-01-01T00:00:01.000Z', goingOn: ['slow'] };
const job = (id: string, state: JobView['state'], finishedAt: string | null = null) =>
  ({ id, state, finishedAt }) as JobView;

test.each<[string, JobView, boolean]>([
  [
    'ended before the page was rendered has not ended since',
    job('a', 'succeeded', '2026-01-01T00:00:00.999Z'),
    false,
  ],
  [
    'ended after the page was rendered has ended since',
    job('a', 'failed', '2026-01-01T00:00:01.000Z'),
    true,
  ],
  [
    'was about to end when the page was rendered has ended since',
    job('slow', 'succeeded', '2026-01-01T00:00:00.999Z'),
    true,
  ],
  ['still runs has not ended since the page was rendered', job('slow', 'running'), false],
])('a job that %s', (_title, one, since) => {
  expect(hasEndedSince(one, start)).toBe(since);
});
