import { useEffect } from 'react';

import { paint, reveal } from '~/ui/rich-text/highlights';
import { rangesIn } from '~/ui/rich-text/find-quotes';

import { type TextMarks, useMarked } from '../text-marks';

/** Highlights the passages of a rendered text that break a rule, where the browser can. The document stays as it is. */
export function RenderedMarks({ marks }: { marks: TextMarks }) {
  const marked = useMarked(marks);
  useEffect(() => {
    const { text, marks: passages, active } = marked;
    const { root } = marks;
    if (!root || passages.length === 0) return;
    let clear = () => {};
    let frame = 0;
    const draw = (first: boolean) => {
      clear();
      const ranges = rangesIn(root, text, passages);
      clear = paint(
        root,
        ranges.flatMap((range, index) => {
          const { id, severity } = passages[index]!;
          if (!range) return [];
          const underline = { name: `finding-${severity}`, range };
          if (id !== active?.id) return [underline];
          if (first) reveal(range, active.page);
          return [underline, { name: 'finding-active', range: range.cloneRange() }];
        }),
      );
    };
    draw(true);
    // The rendering may come later than the text, and code is colored even later.
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => draw(false));
    });
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clear();
    };
  }, [marks, marked]);
  return null;
}
