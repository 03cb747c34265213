import { z } from 'zod';

import { type StructuredFormat, structuredFormat } from '~/engine/generation/index.server';
import { singleton } from '~/lib/singleton.server';
import { readPartialJson } from '~/lib/text/partial-json';

import {
  MAX_AROUND,
  MAX_PATCH,
  MAX_PATCHES,
  type Misfit,
  type PatchText,
  storablePatch,
} from '../patches/patch';
import { placeInTurns } from '../patches/place-in-turns.server';

const patch = z.object({
  find: z.string().max(MAX_PATCH),
  replace: z.string().max(MAX_PATCH),
  before: z.string(),
  after: z.string(),
});

/** What people read comes first, so that it is there while the changes are written. */
const edit = z.object({ message: z.string(), patches: z.array(patch).max(MAX_PATCHES) });

export const PROSE_FIELD = 'message';

/** How much of a passage the assistant is reminded of. */
const MAX_QUOTE = 120;

const REASONS: Record<Misfit, string> = {
  missing: 'this passage is not in the document; copy it from there, character by character',
  ambiguous: 'this passage is in the document more than once; say what stands before and after it',
  overlap: 'it overlaps with another patch',
  'too-long': 'the document would become too long',
};

/** The form of an answer that may suggest changes of this text. */
export function editFormat(text: string): StructuredFormat {
  const form = singleton('document-edit-format', () => structuredFormat('document-edit', edit));
  return {
    ...form,
    async misfitOf(answer) {
      const placed = await placeInTurns(text, patchesIn(answer) ?? [], true);
      const misfits = placed.flatMap(({ patch: { find, before }, misfit }, at) =>
        misfit
          ? [`patches[${at}], "${(find || before).slice(0, MAX_QUOTE)}": ${REASONS[misfit]}.`]
          : [],
      );
      if (misfits.length === 0) return null;
      return `Not all of your patches fit the document:\n\n${misfits.join('\n').toWellFormed()}`;
    },
  };
}

/** The changes that an answer suggests, as they may be stored; null if it doesn't have the form. */
export function patchesIn(answer: string): PatchText[] | null {
  const { data } = edit.safeParse(readPartialJson(answer).value);
  if (!data) return null;
  return data.patches
    .map((one) => storablePatch({ ...one, before: one.before.slice(-MAX_AROUND) }))
    .filter(({ find, replace }) => find !== replace);
}
