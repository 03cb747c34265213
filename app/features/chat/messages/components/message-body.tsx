import { useState, type ComponentType } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';
import { RenderedText } from '~/ui/rich-text/markdown-text';

import { requestMessageText } from '../message-requests';
import { chatTexts } from '../../texts';
import type { FullTextProps } from './full-text';

interface MessageBodyProps {
  id: string;
  html: string;
  /** `html` has only the beginning. */
  overflow: boolean;
  /** A person's message: plain lines instead of Markdown's paragraphs. */
  mine?: boolean;
}

/** What a message says as the server rendered it; of one that is too long the beginning, and the whole on demand. */
export function MessageBody({ id, html, overflow, mine = false }: MessageBodyProps) {
  const [loading, setLoading] = useState(false);
  const [full, setFull] = useState<{ text: string; View: ComponentType<FullTextProps> } | null>(
    null,
  );
  if (!overflow) return <RenderedText html={html} />;

  function toggle() {
    if (full) return setFull(null);
    setLoading(true);
    Promise.all([requestMessageText(id), import('./full-text')])
      .then(
        ([text, { FullText }]) => setFull({ text, View: FullText }),
        (error: unknown) => showFailure(error, chatTexts.fullTextFailed),
      )
      .finally(() => setLoading(false));
  }

  return (
    <>
      {full ? <full.View text={full.text} mine={mine} /> : <RenderedText html={html} />}
      <Button variant="secondary" size="sm" pending={loading} onClick={toggle} className="mt-3">
        {full ? 'Show less' : 'Show full text'}
      </Button>
    </>
  );
}
