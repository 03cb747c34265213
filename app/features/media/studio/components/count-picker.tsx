import { CHOICE } from './shape-picker';

interface CountPickerProps {
  counts: readonly number[];
  count: number;
  onChange: (count: number) => void;
}

/** How many images are made at once. */
export function CountPicker({ counts, count, onChange }: CountPickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Images</legend>
      <div className="flex gap-1.5">
        {counts.map((value) => (
          <label key={value} className={`${CHOICE} h-10 text-sm tabular-nums`}>
            <input
              type="radio"
              name="count"
              value={value}
              checked={count === value}
              onChange={() => onChange(value)}
              className="absolute inset-0 size-full appearance-none opacity-0"
            />
            {value}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
