import { type ReactNode, useEffect, useRef, useState } from 'react';

import { paint, reveal } from '~/ui/rich-text/highlights';
import { rangesIn } from '~/ui/rich-text/find-quotes';

import { TextMarks, useMarked } from '../text-marks';

/** A rendered text, with the passages that break a rule highlighted where the browser can. Its document stays as it is. */
export function MarkedText({
  marks,
  children,
}: {
  /** Null without a brand. */
  marks: TextMarks | null;
  children: ReactNode;
}) {
  const [none] = useState(() => new TextMarks());
  const root = useRef<HTMLDivElement>(null);
  const { text, marks: passages, active } = useMarked(marks ?? none);
  useEffect(() => {
    const element = root.current;
    if (!element || passages.length === 0) return;
    let clear = () => {};
    let frame = 0;
    const draw = (first: boolean) => {
      clear();
      const ranges = rangesIn(element, text, passages);
      clear = paint(
        ranges.flatMap((range, index) => {
          const passage = passages[index];
          if (!range || !passage) return [];
          const name = passage.id === active?.id ? 'finding-active' : '';
          const underline = { name: `finding-${passage.severity}`, range };
          return name === '' ? [underline] : [underline, { name, range: range.cloneRange() }];
        }),
      );
      const at = passages.findIndex(({ id }) => id === active?.id);
      if (first && active && ranges[at]) reveal(ranges[at], active.page);
    };
    draw(true);
    // The rendering may come later than the text, and code is colored even later.
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => draw(false));
    });
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clear();
    };
  }, [text, passages, active]);
  return <div ref={root}>{children}</div>;
}
