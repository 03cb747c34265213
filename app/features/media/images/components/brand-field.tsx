import { Link } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

import type { ProfileChoice } from '~/features/brand';
import { AreaField } from '~/ui/forms/area-field';
import { Button } from '~/ui/button';
import { SkeletonList } from '~/ui/feedback/skeleton';

import { MAX_BRAND_TEXT } from '../../media';
import { pageTexts } from '../../page-texts';
import { SELECT } from '../../studio/components/studio-fields';
import type { BrandText } from '../use-making';

interface BrandFieldProps {
  profiles: readonly ProfileChoice[] | null;
  profileId: string | null;
  onProfile: (profileId: string | null) => void;
  /** As the server composes it. */
  brand: BrandText;
  /** As the person changed it; null if they haven't. */
  text: string | null;
  onText: (text: string | null) => void;
  /** What is wrong with the text. */
  errors: string[];
}

/** The brand profile, and the part of it that goes into the prompt, which can be changed. */
export function BrandField({
  profiles,
  profileId,
  onProfile,
  brand,
  text,
  onText,
  errors,
}: BrandFieldProps) {
  const id = useId();
  if (profiles?.length === 0) {
    return (
      <p className="text-sm text-muted">
        <Link to="/profiles" className="text-accent underline underline-offset-4">
          Set up your brand
        </Link>{' '}
        to give your images its look.
      </p>
    );
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Brand profile
      </label>
      <select
        id={id}
        value={profileId ?? ''}
        disabled={profiles === null}
        onChange={(event) => onProfile(event.target.value === '' ? null : event.target.value)}
        className={SELECT}
      >
        <option value="">No profile</option>
        {profiles?.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {profileId !== null && (
        <details className="group mt-1.5 text-sm">
          <summary className="flex list-none items-center gap-1 rounded-sm py-1 text-muted hover:text-text [&::-webkit-details-marker]:hidden">
            <ChevronDown
              className="size-4 shrink-0 -rotate-90 transition-transform group-open:rotate-0"
              aria-hidden="true"
            />
            Brand details in the prompt
            {text !== null && <span className="ml-1 text-accent">edited</span>}
          </summary>
          <div className="pt-1.5">
            {brand.failed && text === null ? (
              <p role="alert" className="text-danger">
                {pageTexts.brandFailed}{' '}
                <button type="button" onClick={brand.retry} className="rounded-sm underline">
                  Try again
                </button>
              </p>
            ) : brand.text === null && text === null ? (
              <SkeletonList label="Loading your brand details…" count={1} shape="h-32" />
            ) : (
              <>
                <AreaField
                  label="Brand details"
                  value={text ?? brand.text ?? ''}
                  maxLength={MAX_BRAND_TEXT}
                  errors={errors}
                  placeholder="Your profile doesn’t describe a look yet. Add what your images should reflect."
                  onChange={(event) => onText(event.target.value)}
                />
                {text !== null && (
                  <Button
                    variant="ghost"
                    size="sm"
                    className="mt-1 -ml-3"
                    onClick={() => onText(null)}
                  >
                    Reset to profile
                  </Button>
                )}
              </>
            )}
          </div>
        </details>
      )}
    </div>
  );
}
