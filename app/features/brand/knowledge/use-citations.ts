import { useEffect, type RefObject } from 'react';

// In the first load of the chat, so that it holds nothing but the wish to load the rest.

const load = () => import('./citation-marks');

/** Makes the citations in a finished text within `root` links that show their passages; null while it is written. */
export function useCitations(root: RefObject<HTMLElement>, id: string, text: string | null): void {
  useEffect(() => {
    const element = root.current;
    if (!element || !text || !/\[\d/.test(text)) return;
    let current = true;
    let stop: (() => void) | undefined;
    load().then(
      ({ markCitations }) => {
        if (current) stop = markCitations(element, id);
      },
      () => {
        // Possibly offline: the numbers stay plain text.
      },
    );
    return () => {
      current = false;
      stop?.();
    };
  }, [root, id, text]);
}

/** The text of a variant or saved content without the marks of what it cites, for use elsewhere. */
export async function withoutCitations(id: string, text: string): Promise<string> {
  if (!/\[\d/.test(text)) return text;
  const { textWithoutMarks } = await load();
  return textWithoutMarks(id, text);
}
