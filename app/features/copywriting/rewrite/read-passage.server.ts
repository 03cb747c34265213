import { z } from 'zod';

import { input, type Input } from '~/http/input.server';
import { AppError } from '~/lib/errors';

import { FORMAT_IDS } from '../formats/formats';

import { passageTexts } from './texts';
import {
  MAX_NOTE,
  PASSAGE_ACTIONS,
  MAX_PASSAGE,
  MAX_SURROUNDINGS,
  MAX_WORD,
  type PassageRequest,
} from './passage';

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
