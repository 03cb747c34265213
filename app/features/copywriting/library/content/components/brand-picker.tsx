import { useId } from 'react';

import type { Profiles } from '~/features/brand';

interface BrandPickerProps {
  profiles: Profiles['profiles'];
  profileId: string | null;
  onChange: (profileId: string | null) => void;
}

/** Chooses the brand that new wordings of a text are written for. Nothing is shown while there is none to choose. */
export function BrandPicker({ profiles, profileId, onChange }: BrandPickerProps) {
  const id = useId();
  if (profiles === null || profiles.length === 0) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Brand profile
      </label>
      <select
        id={id}
        value={profileId ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        aria-describedby={`${id}-hint`}
        className="block h-10 w-full rounded-md border border-border-strong bg-field px-3 text-sm hover:border-text/60 focus:border-ring touch:h-11"
      >
        <option value="">No profile</option>
        {profiles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        New wordings are written in its voice.
      </p>
    </div>
  );
}
