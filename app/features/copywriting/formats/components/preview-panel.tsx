import { useDeferredValue, useMemo } from 'react';

import { formatById } from '../formats';
import { partsOf } from '../parts';
import { ArticlePreview } from './article-preview';
import { MailPreview } from './mail-preview';
import { PagePreview } from './page-preview';
import type { FormatPreviewProps } from '../shown-text';
import { PostPreview } from './post-preview';

/** The preview itself: what a reader will see, at the pace that the browser manages. */
export function PreviewPanel({ businessName = '', ...typed }: FormatPreviewProps) {
  const formatId = useDeferredValue(typed.formatId);
  const text = useDeferredValue(typed.text);
  const parts = useMemo(() => partsOf(formatId, text), [formatId, text]);
  const name = businessName.trim() || 'Your business';
  const format = formatById(formatId)?.name ?? 'Text';
  if (text.trim() === '') return <p className="text-sm text-muted">There is no text yet.</p>;
  return (
    <section aria-label={`Preview: ${format}`} className="min-w-0">
      {parts.kind === 'posts' && <PostPreview {...parts} name={name} />}
      {parts.kind === 'mails' && <MailPreview mails={parts.mails} name={name} />}
      {parts.kind === 'article' && <ArticlePreview {...parts} />}
      {parts.kind === 'page' && <PagePreview formatId={formatId} text={text} name={name} />}
    </section>
  );
}
