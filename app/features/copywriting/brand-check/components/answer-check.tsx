import { memo, useCallback, useEffect, useRef, useState } from 'react';

import { useCitations } from '~/features/brand';
import { Dialog } from '~/ui/overlays/dialog';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { GrowingText } from '~/ui/rich-text/markdown-text';

import { useBrandOf } from '../../library/content/use-brand-of';
import { brandCheckTexts } from '../texts';
import { TextMarks } from '../text-marks';
import { BrandCheck } from './brand-check';

interface AnswerCheckProps {
  /** The answer's id, and its text. */
  id: string;
  text: () => Promise<string>;
  /** The brand that grounds its conversation; null for none. */
  writtenFor: string | null;
  onClose: () => void;
}

/**
 * The check of a text that can't be changed here, against the brand that it was written for, or the one in use if it has none.
 * What is ignored is forgotten with the window.
 */
export function AnswerCheck({ id, text, writtenFor, onClose }: AnswerCheckProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const [marks] = useState(() => new TextMarks());
  const { profiles, brand } = useBrandOf(writtenFor);
  useEffect(() => {
    let current = true;
    text().then(
      (value) => current && setLoaded(value),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
    // Once for each window.
    // oxlint-disable-next-line react/exhaustive-deps -- the text is read when it opens
  }, []);
  const onIgnore = useCallback(
    (key: string, isIgnored: boolean) =>
      setIgnored((keys) => [...keys.filter((one) => one !== key), ...(isIgnored ? [key] : [])]),
    [],
  );
  const waits = !failed && (loaded === null || profiles === null);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Check against your brand"
      description={brand ? `By the voice rules of ${brand.name}.` : undefined}
    >
      {failed && <p className="text-sm">We couldn’t load the answer. Close this and try again.</p>}
      {waits && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <SpinnerIcon />
          {brandCheckTexts.loading}
        </p>
      )}
      {!waits && !failed && !brand && (
        <p className="text-sm text-muted">
          You have no brand profile yet. Create one, and add voice rules to it.
        </p>
      )}
      {loaded !== null && brand && (
        <div className="space-y-5">
          <div
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
            tabIndex={0}
            role="group"
            aria-label="Answer"
            className="max-h-60 overflow-y-auto rounded-lg border bg-surface px-4 py-3"
          >
            <CheckedText id={id} text={loaded} marks={marks} />
          </div>
          <BrandCheck
            asked
            formatId={null}
            text={loaded}
            profileId={brand.id}
            ignored={ignored}
            onIgnore={onIgnore}
            onChange={null}
            marks={marks}
            textId={id}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Rendered within the window, whose code may be loaded only after the text. */
const CheckedText = memo(function CheckedText({
  id,
  text,
  marks,
}: {
  id: string;
  text: string;
  marks: TextMarks;
}) {
  const root = useRef<HTMLDivElement | null>(null);
  const showRoot = useCallback(
    (element: HTMLDivElement | null) => {
      root.current = element;
      marks.setRoot(element);
    },
    [marks],
  );
  useCitations(root, id, text);
  return (
    <div ref={showRoot}>
      <GrowingText text={text} grows={false} fallback={null} />
    </div>
  );
});
