import { formatNumber } from '~/lib/format';

/** Texts of brand profiles. `loadFailed` is fixed (docs/product.md, Brand profiles). */
export const profilesTexts = {
  loadFailed: 'Failed to load profiles',
  gone: 'This profile no longer exists.',
  componentGone: 'Your choice no longer exists. Pick another one.',
  nameMissing: 'Add a name.',
  nameTooLong: 'This name is too long. Use up to 100 characters.',
  tooMany: 'You have reached the limit of 100 profiles. Delete one to make room.',
  changedElsewhere: 'This profile was changed in another tab. Check it, then try again.',
  createFailed: 'Your profile wasn’t created. Try again.',
  renameFailed: 'Your profile wasn’t renamed. Try again.',
  duplicateFailed: 'Your profile wasn’t duplicated. Try again.',
  deleteFailed: 'Your profile wasn’t deleted. Try again.',
  selectFailed: 'Your active profile wasn’t changed. Try again.',
  chooseFailed: 'Your change wasn’t saved. Try again.',
  draftFailed: 'Your draft didn’t start. Your text is still here, so try again.',
  draftStopFailed: 'Your draft couldn’t be stopped. Try again.',
  sentFailed: 'We couldn’t load what the AI receives. Try again.',
} as const;

export function tooLongText(label: string, max: number): string {
  return `“${label}” is too long to save. Use up to ${formatNumber(max)} characters.`;
}
