import { Dices } from 'lucide-react';
import { useState } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/field';

import { parseSeed } from '../../images/image-form';
import { LARGEST_SEED } from '../../media';

interface SeedFieldProps {
  /** Null: another one each time. */
  seed: number | null;
  onChange: (seed: number | null) => void;
}

/** The same seed with the same settings makes the same picture; empty, each is another. */
export function SeedField({ seed, onChange }: SeedFieldProps) {
  const [typed, setTyped] = useState(seed === null ? '' : String(seed));
  const [shown, setShown] = useState(seed);
  if (shown !== seed) {
    setShown(seed);
    if (parseSeed(typed) !== seed) setTyped(seed === null ? '' : String(seed));
  }
  const isWrong = typed.trim() !== '' && parseSeed(typed) === null;
  return (
    <div>
      <div className="flex items-end gap-2">
        <Field
          label="Seed"
          inputMode="numeric"
          autoComplete="off"
          placeholder="Random"
          value={typed}
          errors={isWrong ? [`A number from 0 to ${LARGEST_SEED.toLocaleString('en-US')}.`] : []}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(parseSeed(event.target.value));
          }}
          className="min-w-0 flex-1"
        />
        {typed !== '' && !isWrong && (
          <Button variant="secondary" className="h-11" onClick={() => onChange(null)}>
            <Dices className="size-4" aria-hidden="true" />
            Random
          </Button>
        )}
      </div>
      <p className="mt-1.5 text-sm text-muted">
        The same seed and settings give the same picture again.
      </p>
    </div>
  );
}
