import { useState } from 'react';

interface EmailChoiceProps {
  wanted: boolean;
  /** Resolves when it is stored, or was told to have failed. */
  onChange: (wanted: boolean) => Promise<void>;
}

/** Whether an email announces the end of a job to someone who has left. */
export function EmailChoice({ wanted, onChange }: EmailChoiceProps) {
  // Shown at once; null while there is nothing on its way.
  const [wish, setWish] = useState<boolean | null>(null);
  return (
    <label className="mt-2 flex w-fit items-center gap-2 text-xs text-muted touch:min-h-11">
      <input
        type="checkbox"
        checked={wish ?? wanted}
        onChange={(event) => {
          if (wish !== null) return;
          setWish(event.target.checked);
          void onChange(event.target.checked).finally(() => setWish(null));
        }}
        className="size-4 shrink-0 accent-accent"
      />
      Mail me when it is done, if I have left
    </label>
  );
}
