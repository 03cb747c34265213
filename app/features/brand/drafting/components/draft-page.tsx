import { useEffect, useRef, useState } from 'react';

import { isRunning } from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { type Refused, refusedBy, RefusedNote } from '~/features/billing';
import { DemoNote } from '~/ui/feedback/demo';
import { BackLink } from '~/ui/page/back-link';

import type { OpenProfile } from '../../profiles/profile';
import { profilesTexts } from '../../texts';
import type { DraftCost, DraftMaterial, ProfileDraft } from '../draft';
import { useDraft } from '../use-draft';
import { DraftForm } from './draft-form';
import { DraftReview } from './draft-review';

interface DraftPageProps {
  profile: OpenProfile;
  draft: ProfileDraft | null;
  cost: DraftCost;
  /** No AI reads the material. */
  demo: boolean;
}

/** "Draft it for me": turns a website, a file, or pasted text into a draft of a whole profile, to be reviewed. */
export function DraftPage({ profile, draft: loaded, cost, demo }: DraftPageProps) {
  const { draft, start, continueDraft, stop } = useDraft(profile.id, loaded);
  const [changing, setChanging] = useState(false);
  const [problem, setProblem] = useState<Refused | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const showsForm = draft === null || changing;
  const shown = useRef(showsForm);

  // The form and the review replace each other, so the focus moves to the one that appeared.
  useEffect(() => {
    if (shown.current !== showsForm) heading.current?.focus();
    shown.current = showsForm;
  }, [showsForm]);

  async function begin(material: DraftMaterial): Promise<boolean> {
    setProblem(null);
    try {
      await start(material);
      setChanging(false);
      return true;
    } catch (error) {
      const refused = refusedBy(error, profilesTexts.draftFailed);
      // The form shows the error itself.
      if (showsForm || refused.tokens) setProblem(refused);
      else showFailure(error, refused.text);
      return false;
    }
  }

  async function attempt(act: () => Promise<void>, otherwise: string) {
    setProblem(null);
    try {
      await act();
    } catch (error) {
      const refused = refusedBy(error, otherwise);
      if (refused.tokens) setProblem(refused);
      else showFailure(error, refused.text);
    }
  }

  return (
    <div className="mx-auto w-full max-w-5xl px-5 py-8 sm:px-8 sm:py-12">
      <BackLink to={`/profiles/${profile.id}`}>{profile.name}</BackLink>
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-3 rounded-sm font-display text-3xl leading-tight font-semibold tracking-tight text-balance"
      >
        {showsForm ? 'Draft it for me' : 'Review your draft'}
      </h1>
      <p className="mt-3 max-w-2xl text-lg leading-relaxed text-pretty text-muted">
        {showsForm
          ? 'Start from your website, a file, or text you paste. You’ll see what we read before the assistant drafts your profile from it.'
          : 'Edit anything, untick what you don’t want, then save. Your profile stays as it is until you do.'}
      </p>
      {demo && (
        <DemoNote className="mt-5">
          Suggestions come from your own sentences and our samples until AI is connected.
        </DemoNote>
      )}
      <div className="mt-8">
        {showsForm ? (
          <DraftForm
            profileId={profile.id}
            first={draft}
            cost={cost}
            problem={problem}
            onStart={begin}
            onBack={draft ? () => setChanging(false) : undefined}
          />
        ) : (
          <>
            {problem !== null && (
              <div className="mb-6">
                <RefusedNote refused={problem} />
              </div>
            )}
            <DraftReview
              key={draft.id}
              profile={profile}
              draft={draft}
              running={isRunning(draft.state)}
              onStop={() => attempt(stop, profilesTexts.draftStopFailed)}
              onContinue={() => attempt(continueDraft, profilesTexts.draftFailed)}
              onRegenerate={async () => void (await begin(draft))}
              onChange={() => setChanging(true)}
            />
          </>
        )}
      </div>
    </div>
  );
}
