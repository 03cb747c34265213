import { useState } from 'react';

/** Where this browser keeps which view the person prefers. */
const STORED_AS = 'text-view';
const SOURCE = 'source';

interface TextViewProps {
  /** Whether the text has a formatting to show. */
  isMarkdown: boolean;
  formatted: boolean;
  showFormatted: () => void;
  showSource: () => void;
}

/** How a text is edited: with its formatting, unless this browser's person prefers the Markdown. */
export function useTextView(isMarkdown: boolean): TextViewProps {
  const [formatted, setFormatted] = useState(() => readStored() !== SOURCE);
  const show = (next: boolean) => {
    setFormatted(next);
    store(next ? null : SOURCE);
  };
  return {
    isMarkdown,
    formatted: isMarkdown && formatted,
    showFormatted: () => show(true),
    showSource: () => show(false),
  };
}

/** Chooses between both. */
export function TextView({ isMarkdown, formatted, showFormatted, showSource }: TextViewProps) {
  if (!isMarkdown) return null;
  const choices = [
    { label: 'Formatted', isShown: formatted, show: showFormatted },
    { label: 'Source', isShown: !formatted, show: showSource },
  ];
  return (
    <div
      role="group"
      aria-label="Show the text"
      className="ml-auto flex w-fit gap-0.5 rounded-lg bg-sunken p-0.5"
    >
      {choices.map(({ label, isShown, show }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isShown}
          onClick={show}
          className="h-7 rounded-md px-2.5 text-xs text-muted transition-colors hover:text-text aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text aria-pressed:shadow-raised touch:h-11"
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    // Storage is blocked: the choice applies to this page only.
    return null;
  }
}

function store(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, value);
  } catch {
    // As in readStored.
  }
}
