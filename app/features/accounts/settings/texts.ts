/** Texts of the account settings. The question before a deletion is fixed (docs/product.md, Account deletion). */
export const accountTexts = {
  deleteQuestion: 'Are you sure you want to delete your account?',
  nothingToCancel: 'There’s no deletion to cancel. Reload the page.',
  cancelled: 'We’re keeping your account. Your public links work again.',
  cancelFailed: 'The deletion wasn’t canceled. Try again.',
  requestFailed: 'Your request wasn’t recorded, and nothing was deleted. Try again.',
  consequence: (dueOn: string | null) =>
    dueOn === null
      ? 'We’ll record your request, and your admin will delete the account. Your public links stop working right away.'
      : `We’ll delete your account and everything in it on ${dueOn}. Until then, you can cancel. Your public links stop working right away.`,
  recorded: ({ requestedOn, dueOn }: { requestedOn: string; dueOn: string | null }) =>
    dueOn === null
      ? `Your request of ${requestedOn} is recorded. Your admin will delete the account.`
      : `Your request of ${requestedOn} is recorded. Your account and everything in it will be deleted on ${dueOn}.`,
  banner: (dueOn: string | null) =>
    dueOn === null
      ? 'You asked us to delete your account. Your public links don’t work.'
      : `Your account will be deleted on ${dueOn}. Your public links don’t work.`,

  photoChanged: 'Photo updated.',
  photoRemoved: 'Photo removed.',
  photoFailed: 'Your photo wasn’t changed. Try again.',
  imageTooLarge: (name: string) => `“${name}” is larger than 20 MB. Choose a smaller photo.`,
  imageGone: 'This photo doesn’t exist.',
  imageAway: 'The photo can’t be loaded right now. Try again in a minute.',
} as const;
