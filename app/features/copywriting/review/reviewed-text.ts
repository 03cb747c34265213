import type { FormatId } from '../formats/formats';

/** A text in an editor that can be reviewed. */
export interface ReviewedText {
  /** What the review is remembered by in this tab: the kind and the id of what has the text. */
  name: string;
  text: string;
  formatId: FormatId | null;
  /** Whose brand it was written for; null for the profile in use. */
  profileId: string | null;
  /** An accepted rewrite changes the text. */
  onChange: (text: string) => void;
}
