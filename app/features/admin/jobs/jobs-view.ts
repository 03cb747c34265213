/** Work of the site that was given up. Times are ISO 8601. */
export interface FailedWork {
  id: string;
  name: string;
  /** Names and codes of what went wrong. */
  cause: string;
  failedAt: string;
}

/** Something that could not be made for a user; what they asked for is theirs alone. */
export interface FailedMedia {
  id: string;
  kind: string;
  userId: string;
  email: string;
  reason: string | null;
  failedAt: string | null;
}

export interface JobsView {
  work: FailedWork[];
  /** Where each list goes on; null at its end. */
  workCursor: string | null;
  media: FailedMedia[];
  mediaCursor: string | null;
}
