import type { ReactNode } from 'react';

import { isRunning, useLiveText } from '~/engine/generation';
import { RefusedNote } from '~/features/billing';
import type { BrandLook } from '~/features/brand';
import { CopyButton } from '~/ui/display/copy-button';
import { DemoChip } from '~/ui/feedback/demo';
import { SpinnerIcon } from '~/ui/feedback/progress';

import { PostPreview } from '../../../formats/components/post-preview';
import { partsOf } from '../../../formats/parts';
import type { BriefView, VariantView } from '../../briefs/brief';
import { type BriefActions, useBrief } from '../../briefs/use-brief';
import { briefTexts } from '../../texts';
import { formatName, shownVariant, STATE_WORDS } from '../variant';
import { VariantEnd } from './variant-text';

interface BriefPostsProps {
  brief: BriefView;
  look: BrandLook | null;
  /** For the posts of networks that show one. */
  image?: ReactNode;
}

/** The posts of a brief as their networks will show them, from the first word on. */
export function BriefPosts({ brief, look, image }: BriefPostsProps) {
  const { actions, announcement, refused } = useBrief(brief);
  return (
    <div>
      <div role="status" className="sr-only">
        {announcement}
      </div>
      {refused !== null && (
        <div className="mb-5">
          <RefusedNote refused={refused} />
        </div>
      )}
      {/* Columns of their own, so that a growing post moves none beside it. */}
      <div className="grid grid-cols-1 items-start justify-center justify-items-center gap-6 md:grid-cols-[minmax(0,28rem)_minmax(0,32rem)]">
        {[true, false].map((pictured) => (
          <div
            key={String(pictured)}
            className={`grid w-full min-w-0 gap-6 ${pictured ? 'max-w-md' : 'max-w-lg'}`}
          >
            {brief.results
              .filter(({ formatId }) => (formatId === 'instagram-caption') === pictured)
              .map((variant) => (
                <PostCard
                  key={`${variant.formatId}-${variant.position}`}
                  variant={variant}
                  brand={brief.profileName ?? ''}
                  look={look}
                  image={pictured ? image : undefined}
                  actions={actions}
                />
              ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function PostCard({
  variant,
  brand,
  look,
  image,
  actions,
}: {
  variant: VariantView;
  brand: string;
  look: BrandLook | null;
  /** Where its network asks for one. */
  image: ReactNode;
  actions: BriefActions;
}) {
  const { text, state, reason } = shownVariant(variant, useLiveText(variant.id));
  const running = isRunning(state);
  const empty = text.trim() === '';
  const parts = partsOf(variant.formatId, text);
  const name = formatName(variant.formatId);
  if (parts.kind !== 'posts') return null;
  return (
    <section aria-label={name} aria-busy={running} className="min-w-0 animate-rise-in">
      <header className="flex min-h-11 items-center gap-2 text-sm">
        <h2 className="font-medium">{name}</h2>
        <DemoChip />
        <span className="ml-auto flex items-center gap-1.5 text-muted">
          {running ? (
            <>
              <SpinnerIcon className="size-3.5" />
              {STATE_WORDS[state]}
            </>
          ) : (
            !empty && (
              <CopyButton
                label={`Copy ${name}`}
                text={() => text}
                copied={briefTexts.copied}
                failed={briefTexts.copyFailed}
              />
            )
          )}
        </span>
      </header>
      {running || !empty ? (
        <PostPreview
          network={parts.network}
          posts={parts.posts.length === 0 ? [''] : parts.posts}
          name={brand}
          look={look}
          image={image}
        />
      ) : (
        // The image is worth having without its caption.
        image !== undefined && (
          <div className="relative mx-auto aspect-square w-full max-w-md overflow-hidden rounded-xl border bg-sunken">
            {image}
          </div>
        )
      )}
      {!running && (
        <VariantEnd
          name={name}
          state={state}
          reason={reason}
          empty={empty}
          onContinue={() => void actions.continueVariant(variant)}
          onRegenerate={() => void actions.regenerate(variant)}
        />
      )}
    </section>
  );
}
