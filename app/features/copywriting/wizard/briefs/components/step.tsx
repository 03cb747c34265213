import { forwardRef, useId, type ReactNode } from 'react';

import { Button } from '~/ui/button';

interface StepProps {
  number: number;
  title: string;
  /** What was decided, when the step is folded up. */
  summary?: ReactNode;
  /** Opens it again; with a summary only. */
  onChange?: () => void;
  children?: ReactNode;
}

/** A numbered part of the wizard; folded up to one line where its decision has been taken. */
export const Step = forwardRef<HTMLHeadingElement, StepProps>(function Step(
  { number, title, summary, onChange, children },
  ref,
) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="relative pl-10 sm:pl-14">
      <span
        aria-hidden="true"
        className="absolute top-0 left-0 grid size-7 place-items-center rounded-full border border-accent/50 bg-accent-soft text-sm font-semibold text-accent tabular-nums sm:size-8"
      >
        {number}
      </span>
      {summary !== undefined ? (
        <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id={id} ref={ref} tabIndex={-1} className="sr-only">
            {title}
          </h2>
          <div className="min-w-0 flex-1 basis-40">{summary}</div>
          {onChange && (
            <Button variant="ghost" size="sm" onClick={onChange}>
              Change<span className="sr-only">: {title}</span>
            </Button>
          )}
        </div>
      ) : (
        <h2
          id={id}
          ref={ref}
          tabIndex={-1}
          className="rounded-sm pt-0.5 font-display text-xl leading-snug font-semibold tracking-tight"
        >
          {title}
        </h2>
      )}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </section>
  );
});
