import { Sparkles } from 'lucide-react';

import { StyleDrawing } from '../../images/components/style-drawings';

/** For whoever does not know what to ask for. */
const IDEAS = [
  {
    style: 'product',
    prompt: 'A bottle of olive oil on a stone pedestal, soft light from a window, warm beige wall',
  },
  {
    style: 'illustration',
    prompt: 'Pine hills under a red sun, bold shapes and few colours, like a travel poster',
  },
  {
    style: 'photo',
    prompt: 'Mountain ridges at sunrise, mist in the valley, seen from a dark meadow',
  },
] as const;

export type Idea = (typeof IDEAS)[number];

/** The gallery before its first image. */
export function GalleryEmpty({ onIdea }: { onIdea: (idea: Idea) => void }) {
  return (
    <div className="rounded-xl border border-dashed px-5 py-10 text-center sm:px-8">
      <Sparkles className="mx-auto size-6 text-accent" aria-hidden="true" />
      <h3 className="mt-3 font-display text-xl font-semibold">Your images will be here</h3>
      <p className="mx-auto mt-2 max-w-md text-sm text-balance text-muted">
        Describe a picture, or begin with one of these.
      </p>
      <ul className="mx-auto mt-6 grid max-w-2xl gap-3 sm:grid-cols-3">
        {IDEAS.map((idea) => (
          <li key={idea.prompt}>
            <button
              type="button"
              onClick={() => onIdea(idea)}
              className="flex h-full w-full overflow-hidden rounded-lg border bg-raised text-left text-sm transition-colors hover:border-border-strong hover:bg-hover sm:flex-col"
            >
              <span className="block w-24 shrink-0 sm:aspect-8/5 sm:w-full">
                <StyleDrawing style={idea.style} />
              </span>
              <span className="block p-3 text-pretty">{idea.prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
