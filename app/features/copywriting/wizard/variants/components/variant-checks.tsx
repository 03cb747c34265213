import { ChecksPanel } from '../../../formats/components/checks-panel';
import type { TextMarks } from '../../../brand-check/text-marks';
import type { VariantView } from '../../briefs/brief';
import { useVariantCheck } from '../use-variant-check';

interface VariantChecksProps {
  variant: VariantView;
  text: string;
  profileId: string | null;
  keywords: readonly string[];
  marks: TextMarks;
  /** Called after a fix was stored. */
  reload: () => void;
}

/** What is to be said of a variant by its brand and its format. */
export function VariantChecks({
  variant,
  text,
  profileId,
  keywords,
  marks,
  reload,
}: VariantChecksProps) {
  const brand = useVariantCheck(variant, profileId, marks, reload);
  return <ChecksPanel formatId={variant.formatId} text={text} keywords={keywords} brand={brand} />;
}
