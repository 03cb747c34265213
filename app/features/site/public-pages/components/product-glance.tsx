import type { CSSProperties } from 'react';

/** Each part is in its final place from the start, so nothing moves when it appears. */
const at = (seconds: number): CSSProperties => ({ animationDelay: `${seconds}s` });

/**
 * One brief of a fictional bakery that turns into a post, an image, and a page. It plays once, in under five seconds,
 * and shows its end at once to people who prefer less motion.
 */
export function ProductGlance() {
  return (
    <figure className="@container mx-auto w-full max-w-md text-sm lg:max-w-xl">
      <Brief />
      <Branches />
      <div className="grid grid-cols-2 gap-3 @lg:gap-4">
        <Post />
        <div className="flex flex-col gap-3 @lg:gap-4">
          <div className={`${CARD} overflow-hidden`}>
            <img
              src="/pictures/bakery.svg"
              width={640}
              height={480}
              alt="A loaf of rye bread, fresh from the oven, at sunrise"
              className="aspect-4/3 h-auto w-full animate-develop object-cover @lg:aspect-16/10"
              style={at(1.8)}
            />
          </div>
          <LandingPage />
        </div>
      </div>
      <figcaption className="mt-4 text-center text-xs text-balance text-muted">
        One brief, three results. Hearth &amp; Rye is a bakery we made up.
      </figcaption>
    </figure>
  );
}

const CARD = 'rounded-lg border bg-raised shadow-raised';
const DISPLAY = 'font-display font-semibold tracking-tight';

function Brief() {
  return (
    <div className={`${CARD} mx-auto w-fit max-w-full px-5 py-3 text-center`}>
      <p className="text-xs font-medium text-accent">Brief</p>
      <p className="mt-1 animate-write font-medium @lg:text-base" style={at(0.3)}>
        <span className="inline-block">We’re open Sundays now.</span>{' '}
        <span className="inline-block">Invite the neighbors.</span>
      </p>
      <p className="mt-1 animate-tell text-xs text-muted" style={at(0.9)}>
        Voice: warm, plain, a little funny
      </p>
    </div>
  );
}

/** From the brief to what it becomes. */
function Branches() {
  return (
    <svg
      viewBox="0 0 400 36"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-7 w-full animate-write-down fill-none stroke-accent"
      style={at(1.2)}
    >
      <path
        d="M200 0c0 22-100 12-100 36M200 0c0 22 100 12 100 36"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

function Post() {
  return (
    <div className={`${CARD} flex flex-col p-3 @lg:p-5`}>
      <div className="flex animate-tell items-center gap-2 @lg:gap-3" style={at(1.5)}>
        <span
          aria-hidden="true"
          className={`${DISPLAY} grid size-8 shrink-0 place-items-center rounded-full bg-accent text-on-accent @lg:size-10`}
        >
          H
        </span>
        <p className="min-w-0 leading-tight">
          <span className="block font-semibold">Hearth &amp; Rye</span>
          <span className="text-xs text-muted">Post</span>
        </p>
      </div>
      <div className="mt-3 space-y-2.5 leading-normal text-pretty @lg:mt-4 @lg:space-y-3 @lg:text-base">
        <p className="animate-write" style={at(1.8)}>
          Sundays, we’ve missed you.
        </p>
        <p className="animate-write" style={at(2.2)}>
          From this week the oven’s on at six, and the first rye is out by eight. Bring a neighbor.
          Bring two.
        </p>
        <p className="animate-write" style={at(2.7)}>
          Slippers welcome. Butter’s on us.
        </p>
      </div>
      <p className="mt-auto animate-tell pt-4 font-medium text-accent" style={at(3.2)}>
        Reserve a loaf →
      </p>
    </div>
  );
}

function LandingPage() {
  return (
    <div className={`${CARD} grow overflow-hidden`}>
      <div aria-hidden="true" className="flex gap-1 border-b bg-sunken px-3 py-2">
        <span className="size-1.5 rounded-full bg-border-strong" />
        <span className="size-1.5 rounded-full bg-border-strong" />
        <span className="size-1.5 rounded-full bg-border-strong" />
      </div>
      <div className="p-3 @lg:p-4">
        <p
          className={`${DISPLAY} animate-write text-lg leading-tight text-balance`}
          style={at(2.5)}
        >
          Slow Sundays, warm rye
        </p>
        <p className="mt-1.5 animate-write text-xs text-pretty text-muted" style={at(2.9)}>
          Reserve by Saturday noon. We’ll keep yours warm.
        </p>
        <p
          className="mt-3 w-fit animate-tell rounded-md bg-accent px-2.5 py-1 text-xs font-medium text-on-accent"
          style={at(3.3)}
        >
          Reserve a loaf
        </p>
      </div>
    </div>
  );
}
