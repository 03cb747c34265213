/** A passage that a text cites, as the check reads it. */
export interface CitedPassage {
  /** As the text names it: `[1]`. */
  number: number;
  /** The page's or the source's. */
  title: string;
  /** Opens the source at the passage. */
  address: string;
  passage: string;
  /** Nothing of the passage is missing, so what isn't in it isn't in the source's part either. */
  whole: boolean;
}

/** What the facts of a text are measured by; texts of a brand without sources aren't. */
export interface KnownFacts {
  cited: readonly CitedPassage[];
  /** What the person wrote about the text, such as its topic: figures in it need no source. */
  given: string;
}
