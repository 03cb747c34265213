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
}
