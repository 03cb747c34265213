/** Texts of the account settings. The question before a deletion is fixed (docs/product.md, Account deletion). */
export const accountTexts = {
  deleteQuestion: 'Are you sure you want to delete your account?',
  nothingToCancel: 'There is no deletion to cancel. Please load the page again.',
  cancelled: 'Your account stays. Your public links open again.',
  cancelFailed: 'The deletion could not be cancelled. Please try again.',
  requestFailed: 'Your request could not be recorded. Please try again.',
  consequence: (dueOn: string | null) =>
    dueOn === null
      ? 'Your request is recorded. Whoever runs this site carries it out. Your public links open nothing from the moment you ask.'
      : `Your account is deleted on ${dueOn}, with everything in it. Until then you can cancel. Your public links open nothing from the moment you ask.`,
  recorded: ({ requestedOn, dueOn }: { requestedOn: string; dueOn: string | null }) =>
    dueOn === null
      ? `Your request of ${requestedOn} is recorded. Whoever runs this site carries it out.`
      : `Your request of ${requestedOn} is recorded. Your account and everything in it will be deleted on ${dueOn}.`,
  banner: (dueOn: string | null) =>
    dueOn === null
      ? 'You have asked for your account to be deleted. Your public links open nothing.'
      : `Your account will be deleted on ${dueOn}. Your public links open nothing.`,

  photoChanged: 'Your picture is in place.',
  photoRemoved: 'Your picture was removed.',
  photoFailed: 'Your picture could not be changed. Please try again.',
  imageTooLarge: (name: string) => `“${name}” is larger than 20 MB. Choose a smaller picture.`,
  imageGone: 'There is no picture.',
  imageAway: 'The picture cannot be read at the moment. Please try again.',
} as const;
