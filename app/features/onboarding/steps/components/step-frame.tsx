import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { buttonClass } from '~/ui/button';

import { APP, STEP_PATHS, type StepPath } from '../../onboarding';
import { onboardingTexts } from '../../texts';

interface StepFrameProps {
  path: StepPath;
  title: string;
  intro: ReactNode;
  /** For results side by side. */
  wide?: boolean;
  /** Whether there is something left to skip. */
  skippable?: boolean;
  children: ReactNode;
}

/** A step: where one is, the way past it, and one heading. */
export function StepFrame({
  path,
  title,
  intro,
  wide = false,
  skippable = true,
  children,
}: StepFrameProps) {
  const at = STEP_PATHS.indexOf(path);
  return (
    <div
      className={`mx-auto w-full flex-1 px-5 py-6 sm:px-8 sm:py-12 ${wide ? 'max-w-5xl' : 'max-w-2xl'}`}
    >
      <div className="flex min-h-8 items-center gap-4 touch:min-h-11">
        <p className="text-sm text-muted">{onboardingTexts.step(at + 1, STEP_PATHS.length)}</p>
        <div aria-hidden="true" className="flex flex-1 gap-1.5">
          {STEP_PATHS.map((step, index) => (
            <span
              key={step}
              className={`h-1 max-w-16 flex-1 rounded-full ${index <= at ? 'bg-accent' : 'bg-border'}`}
            />
          ))}
        </div>
        {skippable && (
          <Link to={APP} className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -mr-3`}>
            {onboardingTexts.skip}
          </Link>
        )}
      </div>
      <h1 className="mt-8 font-display text-3xl font-semibold tracking-tight text-balance">
        {title}
      </h1>
      <p className="mt-3 max-w-xl text-lg text-pretty text-muted">{intro}</p>
      {children}
    </div>
  );
}
