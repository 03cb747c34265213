import { formatById } from '../../formats/formats';
import { isRunning } from '~/engine/generation';
import { renderMarkdown } from '~/lib/markdown/render';

import type { BriefView } from './brief';
import { openBrief } from './open-brief.server';
import { isMarkdown, markdownOf } from '../pieces/piece-reading';

/** By a piece's id: what its text reads as. Those that are being written, and posts, are not among them. */
export type RenderedPieces = Record<string, string>;

/** A brief for its page, its finished texts rendered. @throws AppError `not-found` */
export async function openBriefPage(
  userId: string,
  id: string | undefined,
): Promise<{ brief: BriefView; rendered: RenderedPieces }> {
  const brief = await openBrief(userId, id);
  const finished = brief.pieces.filter(
    ({ formatId, state }) => !isRunning(state) && isMarkdown(formatById(formatId)?.category),
  );
  const rendered = Object.fromEntries(
    finished.map(({ id, text }) => [id, renderMarkdown(markdownOf(text), { breaks: true })]),
  );
  return { brief, rendered };
}
