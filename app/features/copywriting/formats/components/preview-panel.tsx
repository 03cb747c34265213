import { Link } from '@remix-run/react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';

import { BrandAvatar, type BrandLook, usePublished } from '~/features/brand';

import { formatById, type FormatPreviewProps } from '../formats';
import { partsOf } from '../parts';
import { Branded } from './branded';
import { DeviceFrame } from './device-frame';
import { EmailPreview, RenderedText } from './email-preview';
import { PagePreview } from './page-preview';
import { PostPreview, type PostPreviewProps } from './post-preview';
import { Picture, usePreviewImage } from './preview-image';

/** The preview itself: what a reader will see, as fast as the browser can draw it. */
export function PreviewPanel({ businessName = '', brand = null, ...typed }: FormatPreviewProps) {
  const formatId = useDeferredValue(typed.formatId);
  const { published, cited } = usePublished(typed.textId, typed.text);
  const text = useDeferredValue(published);
  const parts = useMemo(() => partsOf(formatId, text), [formatId, text]);
  const name = businessName.trim() || 'Your business';
  const look = brand?.look ?? null;
  const format = formatById(formatId)?.name ?? 'Text';
  if (text.trim() === '') return <p className="text-sm text-muted">No text yet.</p>;
  return (
    <section aria-label={`Preview: ${format}`} className="min-w-0">
      {parts.kind === 'posts' && <PicturedPosts {...parts} name={name} look={look} />}
      {parts.kind === 'emails' && <EmailPreview emails={parts.emails} name={name} look={look} />}
      {parts.kind === 'article' && <PicturedArticle {...parts} name={name} look={look} />}
      {parts.kind === 'page' && (
        <PagePreview
          formatId={formatId}
          text={text}
          name={name}
          profileId={brand?.id ?? ''}
          look={JSON.stringify(look)}
        />
      )}
      {cited.length > 0 && <Sources cited={cited} />}
    </section>
  );
}

/** What the text cites, by the numbers that its editor shows. */
function Sources({ cited }: { cited: ReturnType<typeof usePublished>['cited'] }) {
  return (
    <div className="mt-4 text-xs text-muted">
      <p className="font-medium">Sources, not part of the text</p>
      <ol aria-label="Sources" className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {cited.map(({ number, title, heading, address }) => (
          <li key={number} className="min-w-0 wrap-anywhere">
            [{number}]{' '}
            <Link
              to={address}
              className="underline underline-offset-2 hover:text-text touch:inline-flex touch:min-h-11 touch:items-center"
            >
              {title}
              {heading !== '' && ` › ${heading}`}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Posts with the image that the person chose. */
function PicturedPosts(props: Omit<PostPreviewProps, 'image' | 'onAddImage'>) {
  const { image, add, controls } = usePreviewImage();
  return (
    <>
      {controls}
      <PostPreview {...props} image={image} onAddImage={add} />
    </>
  );
}

interface ArticlePreviewProps {
  title: string | null;
  body: string;
  name: string;
  look: BrandLook | null;
  /** What the image draws; undefined without one. */
  image: ReactNode;
}

/** An article with the image that the person chose. */
function PicturedArticle(props: Omit<ArticlePreviewProps, 'image'>) {
  const { image, controls } = usePreviewImage();
  return (
    <>
      {controls}
      <ArticlePreview {...props} image={image} />
    </>
  );
}

/** An article on the brand's website. */
function ArticlePreview({ title, body, name, look, image }: ArticlePreviewProps) {
  return (
    <DeviceFrame device="desktop">
      <Branded look={look}>
        <div className="flex items-center gap-2.5 border-b px-6 py-3 touch:px-4">
          <BrandAvatar name={name} look={look} className="size-7 rounded-md text-xs" />
          <p className="min-w-0 flex-1 truncate font-semibold">{name}</p>
          <div aria-hidden="true" className="flex gap-4 max-sm:hidden">
            <span className="h-1.5 w-10 rounded-full bg-border" />
            <span className="h-1.5 w-12 rounded-full bg-border" />
            <span className="h-1.5 w-8 rounded-full bg-border" />
          </div>
        </div>
        <article className="mx-auto w-full max-w-2xl px-6 py-8 touch:px-4">
          {title !== null && (
            <h2 className="mb-5 font-display text-[color:var(--heading,inherit)] text-3xl leading-tight font-semibold tracking-tight text-balance break-words">
              {title}
            </h2>
          )}
          <Picture image={image} className="mb-6 aspect-[1.91/1] rounded-lg" />
          {body === '' ? (
            <p className="text-muted">This article has no text yet.</p>
          ) : (
            <RenderedText text={body} />
          )}
        </article>
      </Branded>
    </DeviceFrame>
  );
}
