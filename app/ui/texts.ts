/** What every copy button says (docs/product.md, Copying). */
export const COPY_TEXTS = {
  copied: 'Copied to clipboard',
  copyFailed: 'Failed to copy',
} as const;
