import { useState } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';

interface KeyFieldProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  /** A key is saved that counts for what is typed. */
  isSaved: boolean;
  problem: string | undefined;
  hint?: string;
  /** Where to get one. */
  page?: string | null;
}

/** The key, which can be written and never read. */
export function KeyField(props: KeyFieldProps) {
  const { label = 'Key', value, onChange, isSaved, problem, hint, page = null } = props;
  const [isReplaced, setReplaced] = useState(false);
  if (isSaved && !isReplaced && problem === undefined) {
    return (
      <div>
        <p className="mb-1.5 text-sm font-medium">{label}</p>
        <p className="flex min-h-11 items-center gap-3 text-sm">
          <span className="text-muted">Saved, and never shown again.</span>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Replace the ${label.toLowerCase()}`}
            onClick={() => setReplaced(true)}
          >
            Replace
          </Button>
        </p>
      </div>
    );
  }
  return (
    <div>
      <Field
        label={label}
        name="key"
        type="password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        errors={problem === undefined ? undefined : [problem]}
        hint={isSaved ? 'Leave it empty to keep the saved one.' : hint}
        autoComplete="off"
        spellCheck={false}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone
        autoFocus={isReplaced}
      />
      {page !== null && (
        <p className="mt-1.5 text-sm text-muted">
          Get one at{' '}
          <a
            href={page}
            target="_blank"
            rel="noreferrer"
            className="text-text underline underline-offset-4"
          >
            {new URL(page).host}
          </a>
        </p>
      )}
    </div>
  );
}
