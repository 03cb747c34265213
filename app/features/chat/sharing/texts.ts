/** Texts of sharing. The first three are fixed (docs/product.md, Sharing). */
export const sharingTexts = {
  /** A share link could not be made, changed or taken back. */
  shareFailed: 'Failed to share conversation',
  /** Copy link, in the share dialog. */
  linkCopied: 'Share link copied to clipboard',
  /** Copy link, but the browser refused the clipboard. */
  linkCopyFailed: 'Failed to copy link',

  gone: 'This link is no longer there.',
  endPassed: 'Please choose an end that lies in the future.',
  ended: 'Sharing ended. The link opens nothing any more.',
} as const;
