import type { ReactNode } from 'react';

import { Check } from '~/ui/display/shared-icons';

import { readableOn, WHITE } from '../../look/color';
import { COLORS } from '../../look/look';
import type { LookSuggestion } from '../use-look-suggestion';

/** The look that the website declares, as a part of the draft: included until it's unticked. */
export function DraftLook({
  suggestion,
  small = false,
}: {
  suggestion: LookSuggestion;
  /** Its heading is as small as the labels beside it. */
  small?: boolean;
}) {
  const { colors, logo, include } = suggestion;
  return (
    <section aria-labelledby="draft-look" className="border-b py-6 last:border-b-0">
      <h2
        id="draft-look"
        className={
          small
            ? 'text-sm font-medium text-muted'
            : 'font-display text-2xl font-semibold tracking-tight'
        }
      >
        Look
      </h2>
      <p className="mt-1 text-sm text-muted">What your website shows.</p>
      <ul className="mt-3 space-y-1">
        {logo && (
          <Row
            label="Logo"
            note={logo.saved ? 'saved' : ''}
            included={logo.included}
            onInclude={(included) => include('logo', included)}
          >
            <span
              style={{ background: WHITE }}
              className="grid h-14 w-20 shrink-0 place-items-center overflow-hidden rounded-lg border p-1.5"
            >
              <img src={logo.url} alt="" className="size-full object-contain" />
            </span>
          </Row>
        )}
        {colors.map(({ color, hex, included, saved, replaces }) => (
          <Row
            key={color}
            label={COLORS[color].label}
            detail={hex}
            note={saved ? 'saved' : replaces ? 'replaces' : ''}
            included={included}
            onInclude={(ticked) => include(color, ticked)}
          >
            <span
              aria-hidden="true"
              style={{ background: hex, color: readableOn(hex) }}
              className="grid size-9 shrink-0 place-items-center rounded-lg border border-border-strong text-xs font-semibold"
            >
              Aa
            </span>
          </Row>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  label: string;
  detail?: string;
  note: '' | 'saved' | 'replaces';
  included: boolean;
  onInclude: (included: boolean) => void;
  children: ReactNode;
}

function Row({ label, detail, note, included, onInclude, children }: RowProps) {
  return (
    <li className="flex items-center justify-between gap-3">
      <label className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={included}
          aria-label={`Include ${label}`}
          onChange={({ target }) => onInclude(target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        {children}
        <span className="min-w-0">
          <span className="font-medium">{label}</span>
          {detail !== undefined && (
            <span className="ml-2 font-mono text-sm text-muted">{detail}</span>
          )}
        </span>
      </label>
      {note === 'saved' && (
        <span className="inline-flex items-center gap-1.5 text-sm text-success">
          <Check className="size-4" aria-hidden="true" />
          In your profile
        </span>
      )}
      {note === 'replaces' && <span className="text-sm text-muted">Replaces your color</span>}
    </li>
  );
}
