import { CONTACT_KINDS, type ContactKind } from '../contact';

const LABELS: Record<ContactKind, string> = { suggestion: 'Suggestion', support: 'Support' };

export interface ContactKindChoiceProps {
  value: ContactKind;
  onChange: (kind: ContactKind) => void;
}

/** What the message is about: one of two, side by side. */
export function ContactKindChoice({ value, onChange }: ContactKindChoiceProps) {
  return (
    <fieldset>
      <legend className="sr-only">What is it about?</legend>
      <div className="grid grid-cols-2 gap-1 rounded-lg border bg-sunken p-1">
        {CONTACT_KINDS.map((kind) => (
          <label
            key={kind}
            className="relative grid h-9 place-items-center rounded-md text-sm font-medium text-muted transition-colors hover:text-text has-checked:bg-accent-soft has-checked:text-text has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-ring touch:h-11"
          >
            {/* Over its label, not away from it: a browser scrolls to what has the focus. */}
            <input
              type="radio"
              name="kind"
              value={kind}
              checked={value === kind}
              onChange={() => onChange(kind)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {LABELS[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
