import { useId } from 'react';

import type { ImageForm } from '../image-form';
import { MAX_LORA_SCALE, USUAL_LORA_SCALE } from '../../media';
import type { ReadyLora } from '../../studio/studio';
import { SELECT } from './brand-field';

interface LoraFieldProps {
  form: ImageForm;
  change: (news: Partial<ImageForm>) => void;
  loras: readonly ReadyLora[];
  /** The chosen one. */
  lora: ReadyLora | null;
}

/** What was trained, and how much it counts; nothing for whoever has trained nothing. */
export function LoraField({ form, change, loras, lora }: LoraFieldProps) {
  const id = useId();
  if (loras.length === 0) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        LoRA
      </label>
      <select
        id={id}
        value={lora?.id ?? ''}
        onChange={({ target }) =>
          change({ loraId: target.value || null, loraScale: USUAL_LORA_SCALE })
        }
        className={SELECT}
      >
        <option value="">None</option>
        {loras.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {lora !== null && (
        <div className="mt-3">
          <label htmlFor={`${id}-scale`} className="flex justify-between text-sm font-medium">
            LoRA strength
            <span className="text-muted tabular-nums">{form.loraScale.toFixed(2)}</span>
          </label>
          <input
            id={`${id}-scale`}
            type="range"
            min={0}
            max={MAX_LORA_SCALE}
            step={0.05}
            value={form.loraScale}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => change({ loraScale: Number(target.value) })}
            className="mt-1.5 block w-full accent-accent"
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-pretty text-muted">
            <span className="font-mono text-[0.9em] wrap-anywhere">{lora.triggerWord}</span> goes in
            front of your prompt where you do not write it. A lower strength leaves the prompt more
            say.
          </p>
        </div>
      )}
    </div>
  );
}
