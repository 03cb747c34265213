import { GraduationCap } from 'lucide-react';

import type { LoraList } from '../../media';

/** Before the first one: what it is, and what one needs for it. */
export function LorasEmpty({ limits }: { limits: LoraList['limits'] }) {
  return (
    <section
      aria-labelledby="loras-empty"
      className="rounded-xl border border-dashed px-5 py-8 sm:px-8"
    >
      <GraduationCap className="size-6 text-accent" aria-hidden="true" />
      <h2 id="loras-empty" className="mt-3 font-display text-xl font-semibold">
        What a LoRA is
      </h2>
      <p className="mt-2 max-w-2xl text-sm leading-relaxed text-pretty text-muted">
        An image model knows the world, but not your product. A LoRA is a small addition to it that
        learns one thing from your pictures: an object, a person, a style. Afterwards one word in
        your prompt brings it into any picture.
      </p>
      <ol className="mt-6 grid gap-5 text-sm sm:grid-cols-3">
        <Step number={1} name="Collect pictures">
          {limits.fewest} to {limits.most}, ten to twenty are usual, at least {limits.smallestEdge}{' '}
          pixels on each side. Different views and backgrounds, the same thing.
        </Step>
        <Step number={2} name="Describe them">
          A sentence each says what else is in the picture. Captions can be suggested to you.
        </Step>
        <Step number={3} name="Train">
          It takes some minutes to an hour, and you need not wait for it.
        </Step>
      </ol>
    </section>
  );
}

function Step({
  number,
  name,
  children,
}: {
  number: number;
  name: string;
  children: React.ReactNode;
}) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent tabular-nums"
      >
        {number}
      </span>
      <div>
        <p className="pt-0.5 font-medium">{name}</p>
        <p className="mt-1 text-pretty text-muted">{children}</p>
      </div>
    </li>
  );
}
