import { type RefObject, useEffect, useRef } from 'react';

import { mirrorOf } from '~/ui/forms/mirror';
import { paint, reveal } from '~/ui/rich-text/highlights';

import { type TextMarks, useMarked } from '../text-marks';

interface FieldMarksProps {
  area: RefObject<HTMLTextAreaElement>;
  marks: TextMarks;
}

/** Underlines the passages of a field that break a rule: its text lies once more behind it, with transparent letters. */
export function FieldMarks({ area, marks }: FieldMarksProps) {
  const host = useRef<HTMLDivElement>(null);
  const { text, marks: passages, active } = useMarked(marks);

  useEffect(() => {
    const field = area.current;
    const under = host.current;
    if (!field || !under || passages.length === 0) return;
    let clear = () => {};
    const draw = (first: boolean) => {
      clear();
      const { mirror, letters } = mirrorOf(field);
      under.replaceChildren(mirror);
      // The person has typed on: the next check has the new places.
      if (field.value !== text) return;
      const painted = passages.flatMap(({ id, severity, start, end }) => {
        const range = document.createRange();
        range.setStart(letters, start);
        range.setEnd(letters, end);
        const underline = { name: `finding-${severity}`, range };
        if (id !== active?.id) return [underline];
        if (first) reveal(range, active.page);
        return [underline, { name: 'finding-active', range: range.cloneRange() }];
      });
      clear = paint(under, painted);
    };
    draw(true);
    let { clientWidth } = field;
    const observer = new ResizeObserver(() => {
      if (field.clientWidth === clientWidth) return;
      clientWidth = field.clientWidth;
      draw(false);
    });
    observer.observe(field);
    return () => {
      observer.disconnect();
      clear();
      under.replaceChildren();
    };
  }, [area, text, passages, active]);

  return (
    <div
      ref={host}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 overflow-hidden text-transparent select-none"
    />
  );
}
