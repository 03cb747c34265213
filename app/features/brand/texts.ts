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

/** Texts of a brand's look. */
export const lookTexts = {
  logoGone: 'This brand has no logo.',
  logoAway: 'The logo can’t be loaded right now. Try again in a minute.',
  logoFailed: 'Your logo wasn’t changed. Try again.',
  logoChanged: 'Logo updated.',
  logoRemoved: 'Logo removed.',
  logoTooLarge: (name: string) => `“${name}” is larger than 20 MB. Choose a smaller image.`,
  logoNotRestored: 'A brand’s logo is missing or damaged, so the brand came back without it.',
  logoNoRoom: 'Your storage is full, so a brand came back without its logo.',
  storageFull: 'Your storage is full. Delete images or files you no longer need, then try again.',
} as const;
