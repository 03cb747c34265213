import { isTaken, type ReviewNotes } from '../review';
import type { CheckedTrait } from '../voice';

/** The traits of a proposed voice, each with the words that it was seen in, to take in or leave out. */
export function VoiceTraits({
  traits,
  sampled,
  notes,
  disabled,
  onToggle,
}: {
  traits: readonly CheckedTrait[];
  /** There were samples, and quotes have to come from them. */
  sampled: boolean;
  notes: ReviewNotes;
  disabled: boolean;
  onToggle: (trait: CheckedTrait, taken: boolean) => void;
}) {
  if (traits.length === 0) return null;
  return (
    <fieldset className="mt-4" disabled={disabled}>
      <legend className="text-sm text-muted">Traits, and where they were seen</legend>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2">
        {traits.map((trait) => (
          <li key={`${trait.trait} ${trait.quote}`}>
            <label className="flex h-full min-h-11 cursor-pointer items-start gap-3 rounded-lg border px-3 py-2.5 hover:bg-hover">
              <input
                type="checkbox"
                checked={isTaken(trait, notes)}
                onChange={({ target }) => onToggle(trait, target.checked)}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 text-sm wrap-anywhere">
                <span className="font-medium">{trait.trait}</span>
                {trait.quote !== '' && <q className="mt-0.5 block text-muted">{trait.quote}</q>}
                <span
                  className={`mt-1 block ${trait.source === null ? 'text-danger' : 'text-muted'}`}
                >
                  {sourceText(trait, sampled)}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function sourceText({ source, quote }: CheckedTrait, sampled: boolean): string {
  if (source !== null) return source;
  if (quote === '') return 'No quote was given for it';
  return sampled ? 'Not found in your samples' : 'Not found in the text about the business';
}
