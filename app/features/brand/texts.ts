import { formatNumber } from '~/lib/format';

/** Texts of brand profiles. `loadFailed` is fixed (docs/product.md, Brand profiles). */
export const profilesTexts = {
  loadFailed: 'Failed to load profiles',
  gone: 'This profile does not exist any more.',
  componentGone: 'What you chose does not exist any more.',
  nameMissing: 'Please type a name.',
  nameTooLong: 'This name is too long. Please keep it under 100 characters.',
  tooMany: 'You have 100 profiles, which is the most there can be. Delete one to make room.',
  changedElsewhere: 'This was changed in another tab meanwhile. Please look again.',
  createFailed: 'The profile could not be created. Please try again.',
  renameFailed: 'The profile could not be renamed. Please try again.',
  duplicateFailed: 'The profile could not be duplicated. Please try again.',
  deleteFailed: 'The profile could not be deleted. Please try again.',
  selectFailed: 'The profile could not be chosen. Please try again.',
  chooseFailed: 'This could not be changed. Please try again.',
  draftFailed: 'The assistant could not be asked. Please try again.',
  draftStopFailed: 'It could not be stopped. Please try again.',
  sentFailed: 'What is sent could not be loaded.',
} as const;

export function tooLongText(label: string, max: number): string {
  return `“${label}” is too long to be saved: at most ${formatNumber(max)} characters fit.`;
}
