import { type RefObject, useEffect, useId, useState } from 'react';
import { Dices } from 'lucide-react';

import { formatNumber } from '~/lib/format';
import { AreaField, Field } from '~/ui/forms/field';
import { Button } from '~/ui/button';

import { SELECT } from '../../images/components/brand-field';
import { parseSeed } from '../../images/image-form';
import { type ImageSize, LARGEST_SEED } from '../../media';

/** What is wrong with a group of choices; a field of text says so itself. It can take the focus. */
export function FieldProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p data-problem="" tabIndex={-1} className="mt-1.5 rounded-sm text-sm text-danger">
      {children}
    </p>
  );
}

interface ModelFieldProps {
  models: readonly { id: string; label: string }[];
  chosen: string;
  problem?: string | undefined;
  onChange: (id: string) => void;
}

/** Nothing where there is no choice. */
export function ModelField({ models, chosen, problem, onChange }: ModelFieldProps) {
  const id = useId();
  if (models.length < 2) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Model
      </label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => onChange(event.target.value)}
        className={SELECT}
      >
        {models.map((model) => (
          <option key={model.id} value={model.id}>
            {model.label}
          </option>
        ))}
      </select>
      <FieldProblem>{problem}</FieldProblem>
    </div>
  );
}

interface PromptFieldProps {
  field: RefObject<HTMLTextAreaElement>;
  value: string;
  /** In characters. */
  longest: number;
  errors: string[];
  placeholder: string;
  onChange: (prompt: string) => void;
}

/** From here on it is worth knowing how much of a text still fits. */
const NEARLY_FULL = 0.9;

export function PromptField({
  field,
  value,
  longest,
  errors,
  placeholder,
  onChange,
}: PromptFieldProps) {
  return (
    <div>
      <AreaField
        ref={field}
        label="Prompt"
        name="prompt"
        value={value}
        maxLength={longest}
        errors={errors}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
      {value.length > longest * NEARLY_FULL && (
        <p role="status" className="mt-1 text-right text-xs text-muted tabular-nums">
          {formatNumber(longest - value.length)} characters left
        </p>
      )}
    </div>
  );
}

interface SeedFieldProps {
  /** Null: another one each time. */
  seed: number | null;
  onChange: (seed: number | null) => void;
}

/** The same seed with the same settings makes the same image; empty, each is another. */
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
          errors={isWrong ? [`A number from 0 to ${formatNumber(LARGEST_SEED)}.`] : []}
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

const SHAPES: Record<ImageSize, { label: string; className: string }> = {
  '1024x1024': { label: 'Square', className: 'size-5' },
  '1536x1024': { label: 'Landscape', className: 'h-4 w-6' },
  '1024x1536': { label: 'Portrait', className: 'h-6 w-4' },
};

/** `1536 × 1024`. */
function sizeText(size: ImageSize): string {
  return size.replace('x', ' × ');
}

interface ShapePickerProps {
  sizes: readonly ImageSize[];
  size: ImageSize;
  onChange: (size: ImageSize) => void;
}

/** The image's proportions, of those that the model can make. */
export function ShapePicker({ sizes, size, onChange }: ShapePickerProps) {
  return (
    <fieldset className="flex-1">
      <legend className="mb-1.5 text-sm font-medium">Shape</legend>
      <div className="flex gap-1.5">
        {sizes.map((value) => (
          <label key={value} title={sizeText(value)} className={CHOICE}>
            <input
              type="radio"
              name="size"
              value={value}
              checked={size === value}
              onChange={() => onChange(value)}
              className="absolute inset-0 size-full appearance-none opacity-0"
            />
            <span className="grid h-6 place-items-center" aria-hidden="true">
              <span
                className={`rounded-[3px] border-2 border-current ${SHAPES[value].className}`}
              />
            </span>
            <span className="mt-1 block text-xs">
              {SHAPES[value].label}
              <span className="sr-only">, {sizeText(value)} pixels</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One of a few choices beside each other. */
export const CHOICE =
  'relative grid min-w-0 flex-1 place-content-center place-items-center rounded-md border px-1 py-2 text-center text-muted transition-colors hover:border-border-strong hover:text-text has-checked:border-accent has-checked:bg-accent-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring touch:min-h-11';

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

/** Leads to the first field that the server found wrong, wherever in the form it is hidden. */
export function useFirstProblem(form: RefObject<HTMLElement>, fields: object): void {
  useEffect(() => {
    if (Object.keys(fields).length === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]');
    if (!first) return;
    const details = first.closest('details');
    if (details) details.open = true;
    first.focus();
  }, [form, fields]);
}
