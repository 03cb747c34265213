/** The spec's texts of saved content (spec §8). */
export const copyMessages = {
  /** Saved content has been deleted. */
  deleted: 'Content deleted successfully',
  /** Saved content could not be deleted. */
  deleteFailed: 'Failed to delete content',
} as const;
