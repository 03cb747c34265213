import { z } from 'zod';

import { requestText } from '~/engine/generation/index.server';
import { readOwnGrounding } from '~/features/brand/index.server';
import { defaultModel } from '~/gateways/ai/index.server';
import { input, type Input } from '~/http/input.server';
import { AppError } from '~/lib/errors';

import { FORMAT_IDS } from '../formats/formats';
import {
  MAX_NOTE,
  MAX_PASSAGE,
  MAX_SURROUNDINGS,
  MAX_WORD,
  PASSAGE_ACTIONS,
  type PassageRequest,
} from './passage';
import { passagePrompt } from './passage-prompt.server';
import { passageTexts } from './texts';

/** The kind of generation that a new wording is. */
export const PASSAGE_KIND = 'passage';

/**
 * Asks for another wording of a passage; its text is followed by the id.
 * @throws AppError `not-found` for a profile that is not this user's, `out-of-tokens`
 */
export async function beginPassage(
  userId: string,
  request: PassageRequest,
): Promise<{ id: string }> {
  const { profileId = null } = request;
  const grounding = profileId === null ? null : await readOwnGrounding(userId, profileId);
  return requestText({
    userId,
    kind: PASSAGE_KIND,
    model: defaultModel(),
    ...passagePrompt(request, grounding),
  });
}

const passage = z.object({
  text: z.string(),
  before: z.string().default(''),
  after: z.string().default(''),
  action: z.enum(PASSAGE_ACTIONS),
  tone: z.string().max(MAX_WORD).default(''),
  language: z.string().max(MAX_WORD).default(''),
  note: z.string().default(''),
  formatId: z.enum(FORMAT_IDS).nullish(),
  profileId: z.uuid().nullish(),
});

const readGiven = input(passage);

/** Providers refuse half a character, and NUL. */
function sendable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** @throws AppError `invalid`, in words for the person */
export const readPassage: Input<z.input<typeof passage>, PassageRequest> = (body) => {
  const given = readGiven(body);
  const { text, before, after, action, tone, language, note } = given;
  const refusal =
    (text.trim() === '' && passageTexts.nothingSelected) ||
    (text.length > MAX_PASSAGE && passageTexts.tooLong) ||
    (note.length > MAX_NOTE && passageTexts.noteTooLong) ||
    (action === 'tone' && tone.trim() === '' && passageTexts.toneMissing) ||
    (action === 'translate' && language.trim() === '' && passageTexts.languageMissing);
  if (refusal) throw new AppError('invalid', refusal);
  return {
    ...given,
    text: sendable(text),
    before: sendable(before.slice(-MAX_SURROUNDINGS)),
    after: sendable(after.slice(0, MAX_SURROUNDINGS)),
    tone: sendable(tone).trim(),
    language: sendable(language).trim(),
    note: sendable(note).trim(),
  };
};
