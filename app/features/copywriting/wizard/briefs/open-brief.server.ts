import { isRunning } from '~/engine/generation';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { listCursor, parseListCursor } from '~/lib/list-cursor';
import { renderMarkdown } from '~/lib/markdown/render';

import { formatById } from '../../formats/formats';
import { isMarkdown, markdownOf } from '../pieces/piece';
import { findPiece, readPieces } from '../pieces/piece-data.server';
import { toPieceView } from '../pieces/piece-view';
import { briefRefusals } from '../texts';
import { type BriefList, type BriefView, type PieceView, titleOfTopic } from './brief';
import { findBrief, listBriefs } from './brief-data.server';

/** A brief with what was written to it. @throws AppError `not-found` */
export async function openBrief(userId: string, id: string | undefined): Promise<BriefView> {
  const brief = isId(id) ? await findBrief(sql, userId, id) : null;
  if (!brief) throw new AppError('not-found', briefRefusals.gone);
  const pieces = await readPieces(sql, userId, brief.id);
  return {
    ...brief,
    title: titleOfTopic(brief.fields.topic),
    pieces: pieces.flatMap((piece) => toPieceView(piece) ?? []),
  };
}

/** One piece. @throws AppError `not-found` */
export async function openPiece(userId: string, id: string | undefined): Promise<PieceView> {
  const piece = isId(id) ? await findPiece(sql, userId, id) : null;
  const view = piece && toPieceView(piece);
  if (!view) throw new AppError('not-found', briefRefusals.pieceGone);
  return view;
}

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

const PAGE = 20;

/** Recent briefs, newest first, from a cursor on. @throws AppError `invalid` for a cursor that no page gave. */
export async function recentBriefs(userId: string, before: string | null): Promise<BriefList> {
  const found = await listBriefs(
    sql,
    userId,
    before === null ? null : parseListCursor(before),
    PAGE + 1,
  );
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return {
    items,
    cursor: found.length > PAGE && last ? listCursor({ date: last.createdAt, id: last.id }) : null,
  };
}
