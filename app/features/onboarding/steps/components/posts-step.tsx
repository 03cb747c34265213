import { Link, useLocation } from '@remix-run/react';
import { Images, Sparkles } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';

import { type Refused, refusedBy, RefusedNote } from '~/features/billing';
import type { BrandLook } from '~/features/brand';
import { BriefPosts, briefAddress } from '~/features/copywriting';
import { JobImage } from '~/features/media';
import { client } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { fieldsOf } from '~/lib/json';
import { Button, buttonClass } from '~/ui/button';
import { useReload } from '~/ui/use-reload';

import { APP } from '../../onboarding';
import { onboardingTexts } from '../../texts';
import type { FirstPosts } from '../read-steps.server';
import type { OnboardingApi } from '../routes/onboarding';
import { StepFrame } from './step-frame';

const api = client<OnboardingApi>();

interface PostsStepProps extends FirstPosts {
  brand: { name: string; look: BrandLook | null };
}

/** The third step: three posts and an image in the brand's voice, as they are created. */
export function PostsStep({ brand, brief, job, makesImages }: PostsStepProps) {
  const reload = useReload();
  const arrivedWith = useStateOfPage();
  const [tried, setTried] = useState<Refusals | null>(null);
  const { refused, image: imageRefused } = tried ?? arrivedWith;
  const [pending, setPending] = useState(false);
  const key = useRef(newClientKey());

  async function start() {
    setPending(true);
    setTried(NO_REFUSALS);
    try {
      const { image } = await api.post('/api/onboarding/posts', {
        body: { clientKey: key.current },
      });
      setTried({ refused: null, image });
      // What fails later is started again as something new.
      key.current = newClientKey();
      reload();
    } catch (error) {
      const because = refusedBy(error, onboardingTexts.postsFailed);
      setTried(
        brief === null ? { refused: because, image: null } : { refused: null, image: because },
      );
    }
    setPending(false);
  }

  if (brief === null) {
    return (
      <StepFrame
        path="/welcome/posts"
        title="Your first posts"
        intro={`Three posts that introduce ${brand.name}, and an image to go with them, in your voice.`}
      >
        <div className="mt-8 space-y-5">
          <RefusedNote refused={refused} />
          <div className="flex flex-wrap items-center gap-2">
            <Button size="lg" pending={pending} onClick={() => void start()}>
              <Sparkles className="size-4" aria-hidden="true" />
              {refused === null ? 'Write my first posts' : 'Try again'}
            </Button>
            {refused !== null && (
              <Link to={APP} className={buttonClass({ variant: 'ghost', size: 'lg' })}>
                Do this later
              </Link>
            )}
          </div>
        </div>
      </StepFrame>
    );
  }
  return (
    <StepFrame
      path="/welcome/posts"
      wide
      skippable={false}
      title="Your first posts, in your voice"
      intro={`This is how ${brand.name} could introduce itself. Copy them now, or edit and save them later.`}
    >
      <div className="mt-8">
        <BriefPosts
          brief={brief}
          look={brand.look}
          image={
            !makesImages ? undefined : job === null ? (
              <NoImage refused={imageRefused} pending={pending} onStart={() => void start()} />
            ) : (
              <JobImage key={job.id} job={job} pending={pending} onRetry={() => void start()} />
            )
          }
        />
      </div>
      <div className="sticky bottom-0 z-10 -mx-5 mt-8 flex flex-wrap items-center gap-x-2 gap-y-3 border-t bg-surface px-5 py-4 sm:-mx-8 sm:px-8">
        <Link to={APP} className={`${buttonClass({ size: 'lg' })} max-sm:flex-1`}>
          Start using Brandwright
        </Link>
        <Link to={briefAddress(brief.id)} className={buttonClass({ variant: 'ghost', size: 'lg' })}>
          Edit and save
        </Link>
      </div>
    </StepFrame>
  );
}

/** Why there is no image, in its place. */
function NoImage({
  refused,
  pending,
  onStart,
}: {
  refused: Refused | null;
  pending: boolean;
  onStart: () => void;
}) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 overflow-y-auto p-5 text-center text-sm text-muted">
      <Images className="size-8" strokeWidth={1.5} aria-hidden="true" />
      {refused === null ? <p>No image yet</p> : <RefusedNote refused={refused} />}
      <Button variant="secondary" size="sm" pending={pending} onClick={onStart}>
        {refused === null ? 'Create an image' : 'Try again'}
      </Button>
    </div>
  );
}

/** Why the posts or the image were refused. */
interface Refusals {
  refused: Refused | null;
  image: Refused | null;
}

const NO_REFUSALS: Refusals = { refused: null, image: null };

/** What the step before learned, which the browser keeps with the page; the server doesn't know it. */
function useStateOfPage(): Refusals {
  const state = fieldsOf(useLocation().state as unknown);
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  if (!isBrowser) return NO_REFUSALS;
  return { refused: refusalOf(state.refused), image: refusalOf(state.image) };
}

function refusalOf(kept: unknown): Refused | null {
  const { text, tokens } = fieldsOf(kept);
  return typeof text === 'string' ? { text, tokens: tokens === true } : null;
}
