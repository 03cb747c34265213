import { useDeferredValue, useMemo } from 'react';

import { formatById, type FormatPreviewProps } from '../formats';
import { partsOf } from '../parts';
import { EmailPreview, RenderedText } from './email-preview';
import { PagePreview } from './page-preview';
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
      {parts.kind === 'emails' && <EmailPreview emails={parts.emails} name={name} />}
      {parts.kind === 'article' && <ArticlePreview {...parts} />}
      {parts.kind === 'page' && <PagePreview formatId={formatId} text={text} name={name} />}
    </section>
  );
}

interface ArticlePreviewProps {
  title: string | null;
  body: string;
}

/** An article as it reads. */
function ArticlePreview({ title, body }: ArticlePreviewProps) {
  return (
    <article className="mx-auto w-full max-w-2xl rounded-xl border bg-raised px-6 py-7 touch:px-4">
      {title !== null && (
        <h2 className="mb-5 font-display text-2xl leading-tight font-semibold tracking-tight break-words">
          {title}
        </h2>
      )}
      {body === '' ? (
        <p className="text-muted">The article has no text yet.</p>
      ) : (
        <RenderedText text={body} />
      )}
    </article>
  );
}
