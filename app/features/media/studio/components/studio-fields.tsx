import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { Dices } from 'lucide-react';

import { formatNumber } from '~/lib/format/numbers';
import { AreaField } from '~/ui/forms/area-field';
import { Field } from '~/ui/forms/field';
import { Button } from '~/ui/button';

import { type ImageSize, MAX_SEED, type VideoAspect } from '../../media';
import { parseSeed } from '../form';

/** What is wrong with a group of choices, as text fields say it themselves. It can take the focus. */
export function FieldProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p data-problem="" tabIndex={-1} className="mt-1.5 rounded-sm text-sm text-danger">
      {children}
    </p>
  );
}

export const SELECT =
  'block h-11 w-full min-w-0 rounded-md border border-border-strong bg-field px-3 text-[0.9375rem] hover:border-text/60 focus:border-ring disabled:opacity-60';

interface ModelFieldProps {
  models: readonly { id: string; label: string }[];
  chosen: string;
  problem?: string | undefined;
  onChange: (id: string) => void;
}

/** Shown only where there is a choice. */
export function ModelField({ models, chosen, problem, onChange }: ModelFieldProps) {
  const id = useId();
  if (models.length < 2) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        AI model
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
  maxLength: number;
  errors: string[];
  placeholder: string;
  onChange: (prompt: string) => void;
}

/** From this share of its maximum, a text shows how much still fits. */
const NEARLY_FULL = 0.9;

export function PromptField({
  field,
  value,
  maxLength,
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
        maxLength={maxLength}
        errors={errors}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
      {value.length > maxLength * NEARLY_FULL && (
        <p role="status" className="mt-1 text-right text-xs text-muted tabular-nums">
          {formatNumber(maxLength - value.length)} characters left
        </p>
      )}
    </div>
  );
}

interface SeedFieldProps {
  /** Null: a new one each time. */
  seed: number | null;
  onChange: (seed: number | null) => void;
}

/** The same seed with the same settings makes the same image; without one, each is different. */
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
          errors={isWrong ? [`Enter a number from 0 to ${formatNumber(MAX_SEED)}.`] : []}
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
      <p className="mt-1.5 text-sm text-muted">The same seed and settings give the same result.</p>
    </div>
  );
}

interface ChoicesProps<Value> {
  legend: string;
  values: readonly Value[];
  chosen: Value;
  onChange: (value: Value) => void;
  titleOf?: (value: Value) => string | undefined;
  className?: string;
  children: (value: Value) => ReactNode;
}

/** A few choices beside each other. */
export function Choices<Value extends string | number>({
  legend,
  values,
  chosen,
  onChange,
  titleOf,
  className = '',
  children,
}: ChoicesProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((value) => (
          <label
            key={value}
            title={titleOf?.(value)}
            className={`relative grid min-w-0 flex-1 place-content-center place-items-center rounded-md border px-1 py-2 text-center text-muted transition-colors hover:border-border-strong hover:text-text has-checked:border-accent has-checked:bg-accent-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring touch:min-h-11 ${className}`}
          >
            <input
              type="radio"
              name={legend}
              value={value}
              checked={chosen === value}
              onChange={() => onChange(value)}
              className="absolute inset-0 size-full appearance-none opacity-0"
            />
            {children(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const SHAPES: Record<ImageSize | VideoAspect, { label: string; className: string }> = {
  '1024x1024': { label: 'Square', className: 'size-5' },
  '1536x1024': { label: 'Landscape', className: 'h-4 w-6' },
  '1024x1536': { label: 'Portrait', className: 'h-6 w-4' },
  '1:1': { label: 'Square', className: 'size-5' },
  '16:9': { label: 'Landscape', className: 'h-4 w-7' },
  '9:16': { label: 'Portrait', className: 'h-6 w-3.5' },
};

/** `1536 × 1024` of an image's size; undefined of a video's proportions. */
function pixelsText(shape: ImageSize | VideoAspect): string | undefined {
  return shape.includes('x') ? shape.replace('x', ' × ') : undefined;
}

interface ShapePickerProps<Shape> {
  shapes: readonly Shape[];
  chosen: Shape;
  onChange: (shape: Shape) => void;
}

export function ShapePicker<Shape extends ImageSize | VideoAspect>({
  shapes,
  chosen,
  onChange,
}: ShapePickerProps<Shape>) {
  return (
    <Choices
      legend="Shape"
      values={shapes}
      chosen={chosen}
      onChange={onChange}
      titleOf={pixelsText}
      className="min-h-10 min-w-14"
    >
      {(shape) => {
        const pixels = pixelsText(shape);
        return (
          <>
            <span className="grid h-6 place-items-center" aria-hidden="true">
              <span
                className={`rounded-[3px] border-2 border-current ${SHAPES[shape].className}`}
              />
            </span>
            <span className="mt-1 block text-xs">
              {SHAPES[shape].label}
              <span className="sr-only">, {pixels === undefined ? shape : `${pixels} pixels`}</span>
            </span>
          </>
        );
      }}
    </Choices>
  );
}

/** Focuses the first field that the server found wrong, and opens the section that hides it. */
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
