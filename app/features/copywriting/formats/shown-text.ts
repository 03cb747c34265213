import type { FormatId } from './formats';

export interface FormatChecksProps {
  formatId: FormatId;
  text: string;
  /** Words and phrases that the text should use. */
  keywords?: readonly string[];
}

export interface FormatPreviewProps {
  formatId: FormatId;
  text: string;
  /** Whose post, mail or page it is. */
  businessName?: string;
}
