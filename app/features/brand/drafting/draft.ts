import type { GenerationState } from '~/engine/generation';
import { formatNumber } from '~/lib/format/numbers';
import { fieldsOf, isTextList, parsedOf } from '~/lib/json';

import { isLongerThan } from '../components/component';
import { draftTexts } from './texts';

/** What a draft is made from. */
export interface DraftMaterial {
  about: string;
  /** The user's own past writing, from which the voice is derived. */
  samples: string[];
}

/** A proposal with its material. */
export interface ProfileDraft extends DraftMaterial {
  id: string;
  state: GenerationState;
  reason: string | null;
  /** As the model wrote it; `parseDraft` reads it. */
  text: string;
}

/** What a proposal costs besides the material, in tokens. `weight` is the model's multiplier. */
export interface DraftCost {
  instructions: number;
  answer: number;
  weight: number;
}

export const MAX_ABOUT = 50_000;
export const MAX_SAMPLE = 10_000;
export const MAX_SAMPLES = 10;

/** The problem of each field: `about`, or `samples.0` for the first sample. */
export type MaterialProblems = Partial<Record<'about' | `samples.${number}`, string>>;

/** What was typed into the form, which any version of the app may have stored; null when it isn't that. */
export function storedMaterial(stored: string): DraftMaterial | null {
  const { about, samples } = fieldsOf(parsedOf(stored));
  if (typeof about !== 'string' || !isTextList(samples)) return null;
  return { about, samples };
}

/** Trims the texts and drops empty samples. */
export function cleanMaterial({ about, samples }: DraftMaterial): DraftMaterial {
  return {
    about: about.trim(),
    samples: samples.map((sample) => sample.trim()).filter((sample) => sample !== ''),
  };
}

export function materialProblems({ about, samples }: DraftMaterial): MaterialProblems {
  const problems: MaterialProblems = {};
  if (about.trim() === '' && samples.every((sample) => sample.trim() === '')) {
    problems.about = draftTexts.nothingToDraftFrom;
  }
  if (isLongerThan(about, MAX_ABOUT)) problems.about = tooLong('This text', MAX_ABOUT);
  for (const [index, sample] of samples.entries()) {
    if (isLongerThan(sample, MAX_SAMPLE)) {
      problems[`samples.${index}`] = tooLong('This sample', MAX_SAMPLE);
    }
  }
  return problems;
}

function tooLong(what: string, max: number): string {
  return `${what} is too long. Keep the most useful part, up to ${formatNumber(max)} characters.`;
}
