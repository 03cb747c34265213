import { useEffect, useRef } from 'react';

/** So near to its end it is followed. */
const NEAR_PX = 40;

/** What the provider writes about a training; its end is in view, unless somebody scrolled away from it. */
export function TrainingLog({ text }: { text: string }) {
  const region = useRef<HTMLElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const element = region.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  return (
    <section
      ref={region}
      aria-label="Training log"
      // Scrolled with the keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
      className="mt-4 max-h-64 overflow-auto rounded-lg border bg-sunken p-3"
    >
      <pre className="font-mono text-xs leading-relaxed whitespace-pre-wrap text-muted wrap-anywhere">
        {text}
      </pre>
    </section>
  );
}
