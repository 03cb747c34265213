import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { inTemporary } from '~/lib/files/temporary.server';
import { runApart } from '~/lib/concurrency/run-apart.server';

import type { Fetched } from './fetch-page.server';
import { WebsiteError } from './website';

const READER_LIMITS = { timeMs: 8_000, memoryMb: 256 };

export interface ReadFor {
  /** People take turns. */
  userId: string;
  signal: AbortSignal;
  /** No one waits for it, so it waits for its turn however many others do. */
  isJob?: boolean;
}

const pageAnswer = z.object({
  title: z.string(),
  text: z.string(),
  base: z.string(),
  links: z.array(z.object({ href: z.string(), text: z.string() })),
  look: z.object({
    theme: z.string(),
    named: z.object({
      primary: z.string().optional(),
      secondary: z.string().optional(),
      accent: z.string().optional(),
    }),
    frequent: z.array(z.string()),
    logos: z.array(z.string()),
  }),
});
const readerAnswer = z.object({ pages: z.array(pageAnswer) });
export type ReadPage = z.infer<typeof pageAnswer>;

/** Reads HTML in a process that is killed when it takes too long: strangers wrote it. @throws WebsiteError */
export function readApart(
  fetched: readonly Fetched[],
  { userId, signal, isJob }: ReadFor,
  maxCharacters: number,
): Promise<ReadPage[]> {
  return inTemporary(async (directory) => {
    const args = [String(maxCharacters)];
    for (const [index, { type, charset, body }] of fetched.entries()) {
      const file = join(directory, String(index));
      await writeFile(file, body, { mode: 0o600 });
      args.push(file, type === 'text/plain' ? 'text' : 'html', charset);
    }
    const turn = { userId, signal, isJob };
    const run = await runApart('readers/page-reader.ts', args, READER_LIMITS, turn, readerAnswer);
    if (signal.aborted) throw new WebsiteError('aborted');
    if (!('answer' in run)) throw new WebsiteError('unreadable');
    return run.answer.pages;
  });
}
