/** What a copy button says, wherever it stands (spec §8). */
export const COPY_TEXTS = {
  copied: 'Copied to clipboard',
  copyFailed: 'Failed to copy',
} as const;
