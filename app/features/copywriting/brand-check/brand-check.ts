import type { TextMarks } from './text-marks';

/** What the check of a text against its brand needs of the one who shows the text. */
export interface BrandCheckProps {
  /** Whose rules apply. */
  profileId: string;
  /** Keys of findings that are ignored in this text. */
  ignored: readonly string[];
  onIgnore: (key: string, ignored: boolean) => void;
  /** Stores another text in the place of this one; null where the text can't be changed. */
  onChange: ((text: string) => void) | null;
  marks: TextMarks;
  /** Whose citations are in the text; null for a text without any. */
  textId: string | null;
  /** What the person wrote about the text, such as its topic: its figures need no source. */
  given?: string;
  /** Shows the text where its passages can be marked; undefined where they are marked already. */
  onReveal?: () => void;
}
