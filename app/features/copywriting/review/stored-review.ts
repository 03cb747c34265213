import { DAY_MS, HOUR_MS } from '~/lib/time';
import { readTypedDraft, writeDraft } from '~/ui/forms/drafts';

/** What became of a suggested rewrite. */
export type Verdict = 'accepted' | 'discarded';

/** A review as this tab remembers it, so that a reload finds it again. */
export interface StoredReview {
  id: string;
  /** The text that is reviewed. */
  text: string;
  brand: string;
  /** When it was requested. */
  at: number;
  /** By the sentences of the rewrites. */
  verdicts: Record<string, Verdict>;
}

/** The server removes generated texts after a day. */
const KEPT_MS = DAY_MS - HOUR_MS;

const draftOf = (name: string) => `review:${name}`;

/** The newest review of a text in this tab; null when there is none, or none that the server still has. */
export function storedReview(name: string): StoredReview | null {
  const kept = readTypedDraft(draftOf(name));
  const stored = kept === '' ? null : (JSON.parse(kept) as StoredReview);
  return stored && Date.now() - stored.at < KEPT_MS ? stored : null;
}

export function keepReview(name: string, review: StoredReview | null): void {
  writeDraft(draftOf(name), review === null ? '' : JSON.stringify(review));
}
