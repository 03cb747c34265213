/** Texts of the shell. Those that docs/product.md quotes are fixed (Shell, Sidebar, Media). */
export const shellTexts = {
  /** In the sidebar on every path outside the four sections. */
  selectSection: 'Select a section using the buttons below',
  /** A client navigation threw, or was not begun because there is no network. */
  navigationFailed: 'Navigation failed',
  /** From the press on Sign out until the sign-in page is there. */
  signingOut: 'Signing out…',
  /** The Back button has brought a page back; whether its session still holds is being asked. */
  checkingSession: 'Checking your sign-in…',
  /** Before MAINTENANCE_UNTIL, unless dismissed today. */
  maintenance: (until: string) =>
    `Planned maintenance until ${until}: some things may be slow or away.`,
  // What admins read who announce one.
  announcementTooLong: (most: number) => `Please use at most ${most} characters`,
  endMissing: 'Please say until when, with a date and a time.',
  endPast: 'This is over already.',
  endFar: 'This is more than a year away.',
  announceFailed: 'This could not be saved. It is still here: please try again.',
  sections: { chat: 'Chat', media: 'Create', copy: 'Copy' },
  mediaCreator: 'Media Creator',
  mediaCards: {
    generate: { title: 'Generate Images', badge: 'Popular' },
    'train-lora': { title: 'Train a LoRA', badge: 'Advanced' },
    video: { title: 'Create Videos', badge: 'New' },
  },
} as const;
