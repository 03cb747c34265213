import { z } from 'zod';

import { restoreRun } from '~/engine/generation/index.server';
import {
  archivedTable,
  changeCount,
  inTrash,
  leftOut,
  moment,
  newReference,
  partOf,
  reference,
} from '~/engine/user-data/index.server';
import { checkedKeys } from '~/features/brand/index.server';
import { prisma } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { BriefKind, BriefLength } from '~/lib/prisma/enums';
import { storable } from '~/lib/text/storable';

import { formatById } from '../formats/formats';
import { MAX_CONTENT } from '../library/content/content';
import { MAX_VARIANTS } from './briefs/brief';
import { lockBrief } from './briefs/brief-data.server';
import { checkBrief } from './briefs/check-brief';
import { briefRefusals } from './texts';
import { VARIANT_KIND } from './variants/queue-variants.server';

const clientKey = leftOut('a key of a browser, by which a request is known again');

const briefs = archivedTable('brief', {
  section: 'briefs',
  columns: {
    clientKey,
    kind: z.enum(BriefKind),
    formatIds: z.array(z.string()),
    variants: z.int(),
    profileId: reference('profiles'),
    topic: z.string(),
    audience: z.string(),
    goal: z.string(),
    tone: z.string(),
    length: z.enum(BriefLength),
    language: z.string(),
    keywords: z.array(z.string()),
    callToAction: z.string(),
    imageId: newReference('mediaItems'),
    createdAt: moment,
    deletedAt: inTrash,
  },
  restore: {
    check({ kind, formatIds, variants, ...fields }, id) {
      const input = { kind, formatIds, variants, profileId: null, fields };
      const checked = checkBrief(input, { topicMayBeMissing: true });
      if (checked.problems) {
        const [problem] = Object.values(checked.problems);
        throw new AppError('invalid', problem ?? briefRefusals.unreadable);
      }
      const { brief } = checked;
      // No browser will repeat this request, so any unique key will do: the brief's own id.
      return {
        ...{ kind: brief.kind, formatIds: brief.formatIds, variants: brief.variants },
        ...brief.fields,
        clientKey: id,
      };
    },
  },
});

/** How many texts a brief may have at one position; no one has requested this many by hand. */
const MAX_AT_PLACE = 200;

const variantRows = archivedTable('piece', {
  section: 'pieces',
  columns: {
    briefId: partOf('briefs'),
    clientKey,
    format: z.string(),
    position: z.int(),
    /** As the model wrote it. */
    content: z.string(),
    /** The user's own text; null when they changed nothing. */
    edited: z.string().nullable(),
    version: changeCount,
    editedAt: moment.nullable(),
    replacedAt: moment.nullable(),
    savedContentId: reference('savedContents'),
    savedVersion: changeCount.nullable(),
    // Archives of earlier versions don't say.
    ignoredFindings: z.array(z.string()).default([]),
    createdAt: moment,
  },
  joined: {
    /** How its generation ended, if that is still known. */
    fields: {
      state: z.string().nullable(),
      model: z.string().nullable(),
      usedTokens: z.number().nullable(),
      // Archives of earlier versions don't say.
      demo: z.boolean().default(false),
    },
    async of(userId, ids) {
      const runs = await prisma.generation.findMany({
        where: { userId, id: { in: ids } },
        select: { id: true, state: true, model: true, usedTokens: true, demo: true },
      });
      const runOf = new Map(runs.map(({ id, ...run }) => [id, run]));
      return (id) => runOf.get(id) ?? { state: null, model: null, usedTokens: null, demo: false };
    },
  },
  there: { brief: { deletedAt: null } },
  atOnce: 50,
  readable: ({ createdAt, format, content, edited }) => {
    const text = edited ?? content;
    const name = `${createdAt.toISOString().slice(0, 10)} ${format}`;
    return text === '' ? null : { name, markdown: `${text}\n` };
  },
  restore: {
    check: checkedVariant,
    async within({ tx, sql }, stored, { state, model, demo }, { userId }) {
      const { id, briefId, format, position, createdAt } = stored;
      const brief = await lockBrief(sql, userId, briefId);
      if (!brief) return null;
      if (!brief.formatIds.some((one) => one === format)) {
        throw new AppError('invalid', briefRefusals.otherFormat);
      }
      const place = { userId, briefId, format, position };
      if ((await tx.piece.count({ where: place })) >= MAX_AT_PLACE) {
        throw new AppError('invalid', briefRefusals.enough);
      }
      const shown = await tx.piece.count({ where: { ...place, replacedAt: null } });
      await restoreRun(sql, {
        id,
        userId,
        kind: VARIANT_KIND,
        state,
        model: model ?? '',
        demo,
        createdAt,
      });
      return {
        // If an archive shows two variants at one position, the first stays shown.
        replacedAt: stored.replacedAt ?? (shown > 0 ? createdAt : null),
        savedVersion: stored.savedContentId === null ? null : stored.savedVersion,
      };
    },
  },
});

/** @throws AppError `invalid` */
function checkedVariant(row: {
  format: string;
  position: number;
  content: string;
  edited: string | null;
  ignoredFindings: string[];
}) {
  const { position, content, edited } = row;
  const format = formatById(row.format)?.id;
  if (format === undefined) throw new AppError('invalid', briefRefusals.otherFormat);
  if (position < 0 || position >= MAX_VARIANTS) {
    throw new AppError('invalid', briefRefusals.enough);
  }
  return {
    format,
    // Exactly as it was, since offsets of the stream count in it.
    content: bounded(storable(content)),
    edited: edited === null ? null : bounded(storable(edited).replace(/\r\n?/g, '\n')),
    ignoredFindings: checkedKeys(row.ignoredFindings),
  };
}

function bounded(text: string): string {
  if (text.length > MAX_CONTENT) throw new AppError('invalid', briefRefusals.tooLong);
  return text;
}

export const briefSections = [briefs, variantRows];
