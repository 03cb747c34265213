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

describe('the end of a job', () => {
  test.each<[JobView, string]>([
    [image(), 'Your images are ready'],
    [image({ items: [{} as ItemView] }), 'Your image is ready'],
    [image({ state: 'failed' }), 'Your images could not be made'],
    [video, 'Your video is ready'],
    [{ ...video, state: 'failed' }, 'Your video could not be made'],
    [lora, '“Sourdough” is trained'],
    [{ ...lora, state: 'failed' }, '“Sourdough” could not be trained'],
  ])('has its words', (job, text) => {
    expect(jobEndText(job).text).toBe(text);
    const email = endEmail(job, 'https://brandwright.example');
    expect(email.subject).toBe(text);
    expect(email.action?.href).toMatch(/^https:\/\/brandwright\.example\/media-creator/);
  });

  test('names the job in few words, and no half character', () => {
    const { about } = jobEndText(video);
    expect([...about]).toHaveLength(140);
    expect(about.isWellFormed()).toBe(true);
    expect(
      endEmail(image({ state: 'failed', reason: 'It is busy.' }), 'https://a.example'),
    ).toMatchObject({
      paragraphs: ['“A loaf”', 'It is busy.'],
    });
  });

  test('is told where it is not seen anyway', () => {
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
  ['one that ended before it', job('a', 'succeeded', '2026-01-01T00:00:00.999Z'), false],
  ['one that ended after it', job('a', 'failed', '2026-01-01T00:00:01.000Z'), true],
  [
    'one whose end was being stored right then',
    job('slow', 'succeeded', '2026-01-01T00:00:00.999Z'),
    true,
  ],
  ['one that goes on', job('slow', 'running'), false],
])('since the page was rendered: %s', (_name, one, since) => {
  expect(hasEndedSince(one, start)).toBe(since);
});
