import { useId } from 'react';

const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30, 90];

interface ShareEndProps {
  expiresAt: number | null;
  onChange: (expiresAt: number | null) => void;
}

/** When the link ends by itself. */
export function ShareEnd({ expiresAt, onChange }: ShareEndProps) {
  const id = useId();
  const end = expiresAt === null ? null : new Date(expiresAt);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <label htmlFor={id} className="font-medium">
        The link ends
      </label>
      <select
        id={id}
        value={end === null ? '' : 'set'}
        onChange={({ target }) =>
          onChange(target.value === '' ? null : Date.now() + Number(target.value) * DAY_MS)
        }
        className="h-10 rounded-md border border-border-strong bg-field px-3 touch:h-11"
      >
        <option value="">when I stop sharing</option>
        {end && (
          <option value="set" disabled>
            {end.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
          </option>
        )}
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {days === 1 ? 'in 1 day' : `in ${days} days`}
          </option>
        ))}
      </select>
    </div>
  );
}
