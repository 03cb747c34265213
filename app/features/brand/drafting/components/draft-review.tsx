import { Link } from '@remix-run/react';
import { CheckCheck } from 'lucide-react';

import { Button, buttonClass } from '~/ui/button';
import { useReload } from '~/ui/use-reload';

import {
  COMPONENT_FIELDS,
  COMPONENT_KINDS,
  type ComponentField,
  type ComponentKind,
  COMPONENTS,
} from '../../components/component';
import { saveState } from '../../components/component-editor';
import { ComponentSource } from '../../components/components/component-source';
import { SaveStatus } from '../../components/components/save-status';
import { useComponentEditors, useEditorStates } from '../../components/use-component-editors';
import type { OpenProfile } from '../../profiles/profile';
import type { ProfileDraft } from '../draft';
import { canAccept, fieldStatus, proposalIn, proposedText } from '../review';
import { useReview } from '../use-draft';
import { DraftField } from './draft-field';
import { DraftProgress } from './draft-progress';

interface DraftReviewProps {
  profile: OpenProfile;
  draft: ProfileDraft;
  running: boolean;
  onStop: () => Promise<void>;
  onContinue: () => Promise<void>;
  onRegenerate: () => Promise<void>;
  onChange: () => void;
}

/** The proposal beside the current profile, to accept field by field. */
export function DraftReview({ profile, draft, running, ...actions }: DraftReviewProps) {
  const reload = useReload();
  const editors = useComponentEditors(profile);
  const states = useEditorStates(editors);
  const review = useReview(draft.id);
  const { notes } = review;
  const proposal = proposalIn(draft, running);

  const fields = COMPONENT_KINDS.flatMap((kind) =>
    COMPONENT_FIELDS[kind].map((field) => {
      const current = states[kind].values[field] ?? '';
      const status = fieldStatus(field, proposal, notes, current);
      return { kind, field, current, status, text: proposedText(field, proposal, notes) };
    }),
  );
  const fillable = fields.filter(
    ({ status, current, text }) => status === 'open' && current.trim() === '' && canAccept(text),
  );

  function write(
    accepted: readonly { kind: ComponentKind; field: ComponentField; text: string }[],
  ) {
    for (const { kind, field, text } of accepted) editors[kind].write(field, text);
    for (const kind of new Set(accepted.map((one) => one.kind))) void editors[kind].flush();
  }

  function accept(chosen: typeof fields) {
    review.noteBefore(Object.fromEntries(chosen.map(({ field, current }) => [field, current])));
    write(chosen);
  }

  return (
    <div className="space-y-10">
      <DraftProgress
        draft={draft}
        running={running}
        arrived={
          fields.filter(({ status }) => !['waiting', 'writing', 'none'].includes(status)).length
        }
        {...actions}
      >
        {fillable.length > 0 && (
          <Button variant="secondary" size="sm" onClick={() => accept(fillable)}>
            <CheckCheck className="size-4" aria-hidden="true" />
            Accept all that are empty here ({fillable.length})
          </Button>
        )}
      </DraftProgress>
      {COMPONENT_KINDS.map((kind) => (
        <section key={kind} aria-labelledby={`draft-${kind}`} className="space-y-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b pb-2">
            <h2 id={`draft-${kind}`} className="font-display text-2xl font-semibold tracking-tight">
              {COMPONENTS[kind].label}
            </h2>
            {saveState(editors[kind], states[kind]) !== 'untouched' && (
              <SaveStatus
                state={saveState(editors[kind], states[kind])}
                failure={states[kind].failure}
                retry={() => void editors[kind].flush()}
              />
            )}
          </div>
          {states[kind].component.sharedWith.length > 0 && (
            <ComponentSource
              profile={profile}
              editor={editors[kind]}
              state={states[kind]}
              reload={reload}
            />
          )}
          {fields
            .filter((one) => one.kind === kind)
            .map((one) => (
              <DraftField
                key={one.field}
                {...one}
                proposal={proposal}
                review={review}
                conflict={states[kind].conflicts[one.field]}
                onAccept={() => accept([one])}
                onUndo={() => write([{ ...one, text: notes.before[one.field] ?? '' }])}
                keepMine={() => editors[kind].keepMine(one.field)}
                takeTheirs={() => editors[kind].takeTheirs(one.field)}
              />
            ))}
        </section>
      ))}
      <div className="border-t pt-6">
        <Link to={`/profiles/${profile.id}`} className={buttonClass()}>
          Done
        </Link>
      </div>
    </div>
  );
}
