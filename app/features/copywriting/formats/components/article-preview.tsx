import { RenderedText } from './rendered-text';

interface ArticlePreviewProps {
  title: string | null;
  body: string;
}

/** An article as it reads. */
export function ArticlePreview({ title, body }: ArticlePreviewProps) {
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
