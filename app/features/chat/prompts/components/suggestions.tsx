import { useState } from 'react';

import { LOAD_FAILED } from '~/ui/load-on-use';
import { X } from '~/ui/display/shared-icons';
import { toastError } from '~/ui/feedback/toast';

import type { Starter } from '../prompt';
import { readableTemplate } from '../template';

interface SuggestionsProps {
  suggestions: Starter[];
  /** `from` is the place of the chosen one. */
  onChoose(prompt: Starter, from: DOMRect): void;
}

const loadPrompts = () => import('../../loaded-later').then((later) => later.loadPrompts());

/** The starters on an empty page; each can be hidden permanently. */
export function Suggestions({ suggestions, onChoose }: SuggestionsProps) {
  const [hidden, setHidden] = useState<string[]>([]);
  const shown = suggestions.filter(({ id }) => !hidden.includes(id));
  if (shown.length === 0) return null;

  async function hide(id: string) {
    setHidden((old) => [...old, id]);
    const done = await loadPrompts().then(
      ({ hideStarter }) => hideStarter(id),
      () => {
        toastError(LOAD_FAILED);
        return false;
      },
    );
    if (!done) setHidden((old) => old.filter((other) => other !== id));
  }

  return (
    <ul
      aria-label="Suggestions"
      className="mt-4 grid w-full max-w-2xl grid-cols-1 gap-2 text-left sm:grid-cols-2"
    >
      {shown.map((starter) => (
        <li key={starter.id} className="group relative">
          <button
            type="button"
            aria-label={starter.name}
            onClick={(event) => onChoose(starter, event.currentTarget.getBoundingClientRect())}
            className="block h-full w-full rounded-lg border bg-raised py-2.5 pr-10 pl-3.5 text-left transition-colors hover:border-border-strong hover:bg-hover"
          >
            <span className="block truncate text-sm font-medium">{starter.name}</span>
            <span className="mt-0.5 line-clamp-1 text-xs text-muted sm:line-clamp-2">
              {readableTemplate(starter.text)}
            </span>
          </button>
          <button
            type="button"
            aria-label={`Hide ${starter.name}`}
            title="Hide this suggestion"
            onClick={() => void hide(starter.id)}
            className="absolute top-1.5 right-1.5 grid size-7 place-items-center rounded-md text-muted opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover hover:text-text touch:top-1 touch:right-0 touch:size-11 [@media(hover:none)]:opacity-100"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
