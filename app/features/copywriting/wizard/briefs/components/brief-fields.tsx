import { useId, useSyncExternalStore } from 'react';

import { Field } from '~/ui/forms/field';

import {
  type BriefForm,
  type FilledForm,
  GOALS,
  languageNames,
  LENGTHS,
  TONES,
} from '../brief-form';
import type { BriefProblems } from '../check-brief';
import { Segments } from './step';

interface BriefFieldsProps {
  form: FilledForm;
  problems: BriefProblems;
  onChange: (part: Partial<BriefForm>) => void;
}

/** What the topic leaves open; nothing of it is required. */
export function BriefFieldsForm({ form, problems, onChange }: BriefFieldsProps) {
  const languages = useId();
  // The browser's language names may differ from the server's.
  const names = useSyncExternalStore(never, languageNames, noNames);
  const text = (name: 'audience' | 'goal' | 'tone' | 'language' | 'keywords' | 'callToAction') => ({
    name,
    value: form[name],
    errors: listed(problems[name]),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
      <Field {...text('audience')} label="Audience" placeholder="Who is it for?" />
      <Field
        {...text('callToAction')}
        label="Call to action"
        placeholder="What should they do next?"
      />
      <div>
        <Field {...text('goal')} label="Goal" placeholder="What’s the goal?" />
        <Chips
          label="Suggested goals"
          suggestions={GOALS}
          value={form.goal}
          onChoose={(goal) => onChange({ goal })}
        />
      </div>
      <div>
        <Field {...text('tone')} label="Tone" placeholder="How should it sound?" />
        <Chips
          label="Suggested tones"
          suggestions={TONES}
          value={form.tone}
          onChoose={(tone) => onChange({ tone })}
        />
      </div>
      <Segments
        legend="Length"
        options={LENGTHS.map(({ length, label }) => ({ value: length, label }))}
        value={form.length}
        error={problems.length}
        onChange={(length) => onChange({ length })}
      />
      <div>
        <Field {...text('language')} label="Language" list={languages} />
        <datalist id={languages}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <Field
        {...text('keywords')}
        label="Keywords"
        hint="Words to include, separated by commas"
        className="sm:col-span-2"
      />
    </div>
  );
}

const NO_NAMES: readonly string[] = [];
const noNames = () => NO_NAMES;
const never = () => () => {};

function listed(problem: string | undefined): string[] | undefined {
  return problem === undefined ? undefined : [problem];
}

/** Suggestions for a field. The current one is pressed, and pressing it again empties the field. */
function Chips({
  label,
  suggestions,
  value,
  onChoose,
}: {
  label: string;
  suggestions: readonly string[];
  value: string;
  onChoose: (value: string) => void;
}) {
  return (
    <div role="group" aria-label={label} className="mt-2 flex flex-wrap gap-1.5">
      {suggestions.map((suggestion) => {
        const pressed = value.trim() === suggestion;
        return (
          <button
            key={suggestion}
            type="button"
            aria-pressed={pressed}
            onClick={() => onChoose(pressed ? '' : suggestion)}
            className="h-7 rounded-full border px-3 text-xs text-muted transition-colors hover:border-border-strong hover:text-text aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent touch:h-11 touch:text-sm"
          >
            {suggestion}
          </button>
        );
      })}
    </div>
  );
}
