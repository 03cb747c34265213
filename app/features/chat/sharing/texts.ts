/** Texts of sharing. The first three are fixed (docs/product.md, Sharing). */
export const sharingTexts = {
  /** Creating, changing, or removing a share link failed. */
  shareFailed: 'Failed to share conversation',
  /** After Copy link, in the share dialog. */
  linkCopied: 'Share link copied to clipboard',
  /** After Copy link, when the browser refuses access to the clipboard. */
  linkCopyFailed: 'Failed to copy link',

  gone: 'This link no longer exists.',
  endPassed: 'Choose an expiration date in the future.',
  ended: 'Sharing stopped. The link no longer works.',
} as const;
