import { z } from 'zod';

import { type GenerationKind, requestText, textKind } from '~/engine/generation/index.server';
import {
  keepOffered,
  NO_GROUNDING,
  readOwnGrounding,
  retrieveForRewrite,
  settleOffered,
} from '~/features/brand/index.server';
import { defaultModel } from '~/gateways/ai/index.server';
import { input, type Input } from '~/http/input.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { storable } from '~/lib/text/storable';

import { FORMAT_IDS } from '../formats/formats';
import { demoRewrite } from './demo-rewrite';
import {
  MAX_NOTE,
  MAX_SELECTION,
  MAX_SURROUNDINGS,
  MAX_WORD,
  REWRITE_ACTIONS,
  type RewriteRequest,
} from './rewrite';
import { rewritePrompt } from './rewrite-prompt.server';
import { rewriteTexts } from './texts';

/** The kind of generation that a new wording is. */
export const REWRITE_KIND = 'passage';

/** A text without a row of its own, whose citations become those of the text that it is for. */
export const rewriteKind: GenerationKind = {
  ...textKind,
  async fold(tx, run) {
    await textKind.fold(tx, run);
    await settleOffered(tx, run.userId, run.id, run.text);
  },
};

/**
 * Asks for another wording of a passage; its text is followed by the id.
 * @throws AppError `not-found` for a profile that is not this user's, `out-of-tokens`, `conflict`
 */
export async function startRewrite(
  userId: UserScope,
  request: RewriteRequest,
): Promise<{ id: string }> {
  const { profileId = null, formatId = null } = request;
  const grounding = profileId === null ? NO_GROUNDING : await readOwnGrounding(userId, profileId);
  const question = [request.text, request.note ?? ''].join('\n');
  const { textId = null, numbers = [] } = request;
  const changed = textId === null ? null : { id: textId, numbers };
  const sources =
    profileId === null ? null : await retrieveForRewrite(userId, profileId, question, changed);
  return requestText(
    {
      userId,
      kind: REWRITE_KIND,
      model: defaultModel(),
      ...rewritePrompt(request, grounding(formatId), sources?.text),
      demo: demoRewrite(request),
    },
    async (tx, id) => {
      if (sources) await keepOffered(tx, userId, id, sources);
    },
  );
}

const selection = z.object({
  text: z.string(),
  before: z.string().default(''),
  after: z.string().default(''),
  action: z.enum(REWRITE_ACTIONS),
  tone: z.string().max(MAX_WORD).default(''),
  language: z.string().max(MAX_WORD).default(''),
  note: z.string().default(''),
  formatId: z.enum(FORMAT_IDS).nullish(),
  profileId: z.uuid().nullish(),
  textId: z.uuid().nullish(),
  numbers: z.array(z.int().min(0).max(999)).max(1_000).default([]),
});

const readBody = input(selection);

/** @throws AppError `invalid`, in words for the person */
export const readSelection: Input<z.input<typeof selection>, RewriteRequest> = (body) => {
  const request = readBody(body);
  const { text, before, after, action, tone, language, note } = request;
  const refusal =
    (text.trim() === '' && rewriteTexts.nothingSelected) ||
    (text.length > MAX_SELECTION && rewriteTexts.tooLong) ||
    (note.length > MAX_NOTE && rewriteTexts.noteTooLong) ||
    (action === 'tone' && tone.trim() === '' && rewriteTexts.toneMissing) ||
    (action === 'translate' && language.trim() === '' && rewriteTexts.languageMissing) ||
    (action === 'instruct' && note.trim() === '' && rewriteTexts.instructionMissing);
  if (refusal) throw new AppError('invalid', refusal);
  return {
    ...request,
    text: storable(text),
    before: storable(before.slice(-MAX_SURROUNDINGS)),
    after: storable(after.slice(0, MAX_SURROUNDINGS)),
    tone: storable(tone).trim(),
    language: storable(language).trim(),
    note: storable(note).trim(),
  };
};
