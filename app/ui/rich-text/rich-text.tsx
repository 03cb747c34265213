import { memo, useEffect, useState, type ComponentType } from 'react';

type Extras = ComponentType<{ root: HTMLElement }>;

/** Marks in the rendered HTML to which a browser has something to add. */
const HAS_EXTRAS = /class="(?:code-block|math-)/;

let loaded: Extras | null = null;
let loading: Promise<Extras> | null = null;

function loadExtras(): Promise<Extras> {
  loading ??= import('./extras.client').then(
    (module) => (loaded = module.RichTextExtras),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

export interface RichTextProps {
  /** From `renderMarkdown`; if rendered in a browser, sanitized again by the same code. */
  html: string;
  /** False while the text is streaming: every chunk would need the work again. */
  finished?: boolean;
  className?: string;
}

/**
 * Rendered Markdown with what only a browser can add, none of it in the first load: highlighting and copy buttons for
 * code, formulas, diagrams. Readable without.
 */
export const RichText = memo(function RichText({
  html,
  finished = true,
  className = 'prose-chat',
}: RichTextProps) {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  return (
    <>
      <div ref={setRoot} className={className} dangerouslySetInnerHTML={{ __html: html }} />
      {finished && root && HAS_EXTRAS.test(html) && <LoadedExtras key={html} root={root} />}
    </>
  );
});

function LoadedExtras({ root }: { root: HTMLElement }) {
  const [Part, setPart] = useState<Extras | null>(() => loaded);
  useEffect(() => {
    if (Part) return;
    let current = true;
    loadExtras().then(
      (value) => {
        if (current) setPart(() => value);
      },
      () => {
        // Possibly offline. The text is readable without, and the next text tries again.
      },
    );
    return () => {
      current = false;
    };
  }, [Part]);
  return Part && <Part root={root} />;
}
