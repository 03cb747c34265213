import { type RefObject, useEffect, useState } from 'react';

import { ChecksPanel } from '../../../formats/components/checks-panel';
import { TextMarks } from '../../../brand-check/text-marks';
import type { VariantView } from '../../briefs/brief';
import { useVariantCheck } from '../use-variant-check';

interface VariantChecksProps {
  variant: VariantView;
  text: string;
  profileId: string | null;
  keywords: readonly string[];
  /** What the person wrote in the brief. */
  given: string;
  /** Shows the text, whose passages are marked. */
  rendered: RefObject<HTMLElement>;
  /** Called after a fix was stored. */
  reload: () => void;
  /** Shows the text where its passages can be marked; undefined where they are. */
  onReveal?: () => void;
}

/** What is to be said of a variant by its brand and its format. */
export function VariantChecks({
  variant,
  text,
  profileId,
  keywords,
  given,
  rendered,
  reload,
  onReveal,
}: VariantChecksProps) {
  const [marks] = useState(() => new TextMarks());
  // The card shows the text or its preview, each in an element of its own.
  useEffect(() => marks.setRoot(rendered.current));
  const brand = useVariantCheck(variant, profileId, marks, { given, reload, onReveal });
  return <ChecksPanel formatId={variant.formatId} text={text} keywords={keywords} brand={brand} />;
}
