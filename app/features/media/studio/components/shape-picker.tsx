import type { ImageSize } from '../../media';

const SHAPES: Record<ImageSize, { label: string; className: string }> = {
  '1024x1024': { label: 'Square', className: 'size-5' },
  '1536x1024': { label: 'Landscape', className: 'h-4 w-6' },
  '1024x1536': { label: 'Portrait', className: 'h-6 w-4' },
};

/** `1536 × 1024`. */
export function sizeText(size: ImageSize): string {
  return size.replace('x', ' × ');
}

interface ShapePickerProps {
  sizes: readonly ImageSize[];
  size: ImageSize;
  onChange: (size: ImageSize) => void;
}

/** The picture's proportions, of those that the model can make. */
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
