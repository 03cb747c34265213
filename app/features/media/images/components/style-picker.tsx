import { STYLES, type Style } from '../../media';
import { StyleDrawing } from './style-drawings';

/** What people call the styles. */
export const STYLE_LABELS: Record<Style, string> = {
  none: 'No style',
  photo: 'Photo',
  illustration: 'Illustration',
  watercolour: 'Watercolour',
  '3d': '3D',
  'line-art': 'Line art',
  product: 'Product',
  flat: 'Flat',
};

interface StylePickerProps {
  style: Style;
  onChange: (style: Style) => void;
}

/** How the picture is made, each with a small drawing of it. */
export function StylePicker({ style, onChange }: StylePickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Style</legend>
      <div className="grid grid-cols-4 gap-2">
        {STYLES.map((value) => (
          <label
            key={value}
            className="group relative block rounded-lg text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="style"
              value={value}
              checked={style === value}
              onChange={() => onChange(value)}
              className="peer absolute inset-0 size-full appearance-none opacity-0"
            />
            <span className="block aspect-8/5 overflow-hidden rounded-md border ring-accent transition-[box-shadow,filter] group-hover:border-border-strong peer-checked:border-accent peer-checked:ring-2">
              <StyleDrawing style={value} />
            </span>
            <span className="mt-1 block truncate text-xs text-muted peer-checked:font-medium peer-checked:text-text">
              {STYLE_LABELS[value]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
