import { isRunning } from '~/engine/generation';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { listCursor, parseListCursor } from '~/lib/list-cursor';
import { renderMarkdown } from '~/lib/markdown/render';
import type { UserScope } from '~/lib/scope';

import { formatById, isMarkdown } from '../../formats/formats';
import { briefRefusals } from '../texts';
import { markdownOf } from '../variants/variant';
import { findVariant, readVariants } from '../variants/variant-data.server';
import { toVariantView } from '../variants/variant-view';
import { type BriefList, type BriefView, titleOfTopic, type VariantView } from './brief';
import { findBrief, listBriefs } from './brief-data.server';

/** A brief with its variants. @throws AppError `not-found` */
export async function openBrief(userId: UserScope, id: string | undefined): Promise<BriefView> {
  const brief = isId(id) ? await findBrief(userId, id) : null;
  if (!brief) throw new AppError('not-found', briefRefusals.gone);
  const variants = await readVariants(sql, userId, brief.id);
  return {
    ...brief,
    title: titleOfTopic(brief.fields.topic),
    results: variants.flatMap((variant) => toVariantView(variant) ?? []),
  };
}

/** One variant. @throws AppError `not-found` */
export async function openVariant(userId: UserScope, id: string | undefined): Promise<VariantView> {
  const variant = isId(id) ? await findVariant(sql, userId, id) : null;
  const view = variant && toVariantView(variant);
  if (!view) throw new AppError('not-found', briefRefusals.variantGone);
  return view;
}

/** HTML by variant id. Running variants and posts have none. */
export type RenderedVariants = Record<string, string>;

/** A brief for its page, with its finished texts rendered. @throws AppError `not-found` */
export async function openBriefPage(
  userId: UserScope,
  id: string | undefined,
): Promise<{ brief: BriefView; rendered: RenderedVariants }> {
  const brief = await openBrief(userId, id);
  const finished = brief.results.filter(
    ({ formatId, state }) => !isRunning(state) && isMarkdown(formatById(formatId)?.category),
  );
  const rendered = Object.fromEntries(
    finished.map(({ id, text }) => [id, renderMarkdown(markdownOf(text), { breaks: true })]),
  );
  return { brief, rendered };
}

const PAGE = 20;

/** Recent briefs, newest first, starting at a cursor. @throws AppError `invalid` for a malformed cursor */
export async function recentBriefs(userId: UserScope, before: string | null): Promise<BriefList> {
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
