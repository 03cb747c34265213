import { Form } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';

import { Button } from '~/ui/button';

interface FilterFormProps {
  /** What is shown, by the names of the fields. */
  asked: Record<string, string>;
  /** Its fields. */
  children: ReactNode;
}

/** What narrows a list. Going back brings what was asked for then; a new search keeps the focus. */
export function FilterForm({ asked, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const search = new URLSearchParams(asked).toString();
  const shown = useRef(search);
  useEffect(() => {
    // What someone typed before this page was alive is theirs.
    if (shown.current === search) return;
    shown.current = search;
    for (const [name, value] of new URLSearchParams(search)) {
      const field = form.current?.elements.namedItem(name);
      (field as HTMLInputElement | HTMLSelectElement).value = value;
    }
  }, [search]);

  return (
    <Form ref={form} role="search" className="mb-6 flex flex-wrap items-end gap-3">
      {children}
      <Button type="submit" variant="secondary" className="h-11">
        Show
      </Button>
    </Form>
  );
}

interface FilterChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [id: string, label: string])[];
}

/** One choice of a form that narrows a list. */
export function FilterChoice({ label, name, value, options }: FilterChoiceProps) {
  const id = `choice-${name}`;
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        className="h-11 max-w-full rounded-md border border-border-strong bg-field px-3 text-[0.9375rem]"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
