import { Link } from '@remix-run/react';
import { useRef } from 'react';

import { formatCount } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { useReload } from '~/ui/use-reload';

import {
  COMPONENT_FIELDS,
  COMPONENT_KINDS,
  type ComponentField,
  type ComponentKind,
  COMPONENTS,
} from '../../components/component';
import { type SaveState, saveState } from '../../components/component-editor';
import { ComponentSource } from '../../components/components/component-source';
import { SaveStatus } from '../../components/components/save-status';
import { useComponentEditors, useEditorStates } from '../../components/use-component-editors';
import type { OpenProfile } from '../../profiles/profile';
import type { ProfileDraft } from '../draft';
import {
  fieldStatus,
  isSavable,
  isTooLong,
  proposalIn,
  proposedText,
  replaces,
  type ReviewedField,
} from '../review';
import { useReview } from '../use-draft';
import { useLookSuggestion } from '../use-look-suggestion';
import { DraftField } from './draft-field';
import { DraftLook } from './draft-look';
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

/** The draft as one document: everything is included until it's unticked, and one button saves it. */
export function DraftReview({ profile, draft, running, ...actions }: DraftReviewProps) {
  const reload = useReload();
  const editors = useComponentEditors(profile);
  const states = useEditorStates(editors);
  const review = useReview(draft.id);
  const { notes } = review;
  const look = useLookSuggestion(profile, reload);
  const proposal = proposalIn(draft, running);
  const page = useRef<HTMLDivElement>(null);

  const fields: ReviewedField[] = COMPONENT_KINDS.flatMap((kind) =>
    COMPONENT_FIELDS[kind].map((field) => {
      const current = states[kind].values[field] ?? '';
      const status = fieldStatus(field, proposal, notes, current);
      return { kind, field, current, status, text: proposedText(field, proposal, notes) };
    }),
  );
  const savable = fields.filter(isSavable);
  const included = savable.length + (look?.savable ?? 0);
  const replacing = savable.filter(replaces);
  const empty = savable.length - replacing.length;
  const hasSaved = Object.keys(notes.before).length > 0 || look?.hasSaved === true;
  const save = worstOf([
    ...COMPONENT_KINDS.map((kind) => saveState(editors[kind], states[kind])),
    ...(look ? [look.state] : []),
  ]);
  const isSaving = save === 'saving' || save === 'waiting';
  const isSaved = save === 'saved' && hasSaved && included === 0;
  const hasTrouble = save === 'failed' || save === 'choose' || save === 'too-long';

  function write(texts: readonly { kind: ComponentKind; field: ComponentField; text: string }[]) {
    for (const { kind, field, text } of texts) editors[kind].write(field, text);
    for (const kind of new Set(texts.map((one) => one.kind))) void editors[kind].flush();
  }

  function saveAll() {
    if (fields.some(isTooLong)) {
      page.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      return;
    }
    review.noteBefore(Object.fromEntries(savable.map(({ field, current }) => [field, current])));
    write(savable);
    void look?.save();
  }

  function undo() {
    const replaced = fields.filter(({ field }) => notes.before[field] !== undefined);
    write(replaced.map((one) => ({ ...one, text: notes.before[one.field] ?? '' })));
    review.noteBefore({});
    look?.undo();
  }

  return (
    <div ref={page} className="space-y-6">
      <DraftProgress
        draft={draft}
        running={running}
        arrived={
          fields.filter(({ status }) => !['waiting', 'writing', 'none'].includes(status)).length
        }
        {...actions}
      >
        {replacing.length > 0 && empty > 0 && !running && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              review.include(
                replacing.map(({ field }) => field),
                false,
              )
            }
          >
            Only fill {formatCount(empty, 'empty field')}
          </Button>
        )}
      </DraftProgress>
      <div className="rounded-xl border bg-raised px-5 sm:px-8">
        {COMPONENT_KINDS.map((kind) => (
          <section
            key={kind}
            aria-labelledby={`draft-${kind}`}
            className="border-b py-6 last:border-b-0"
          >
            <h2 id={`draft-${kind}`} className="font-display text-2xl font-semibold tracking-tight">
              {COMPONENTS[kind].label}
            </h2>
            {states[kind].component.sharedWith.length > 0 && (
              <div className="mt-4">
                <ComponentSource
                  profile={profile}
                  editor={editors[kind]}
                  state={states[kind]}
                  reload={reload}
                />
              </div>
            )}
            <div className="divide-y">
              {fields
                .filter((one) => one.kind === kind)
                .map((one) => (
                  <DraftField
                    key={one.field}
                    reviewed={one}
                    proposal={proposal}
                    review={review}
                    conflict={states[kind].conflicts[one.field]}
                    keepMine={() => editors[kind].keepMine(one.field)}
                    takeTheirs={() => {
                      editors[kind].takeTheirs(one.field);
                      review.include([one.field], false);
                    }}
                  />
                ))}
            </div>
          </section>
        ))}
        {look && !running && <DraftLook suggestion={look} />}
      </div>
      {!running && (included > 0 || isSaving || isSaved || hasTrouble) && (
        <div className="sticky bottom-(--bottom-bar) z-10 -mx-5 flex flex-wrap items-center justify-end gap-3 border-t bg-surface px-5 py-3 sm:-mx-8 sm:px-8">
          <div className="min-w-48 flex-1">
            {isSaving || isSaved || hasTrouble ? (
              <SaveStatus
                state={save}
                failure={COMPONENT_KINDS.map((kind) => states[kind].failure).find(Boolean) ?? null}
                retry={() => {
                  for (const kind of COMPONENT_KINDS) void editors[kind].flush();
                }}
              />
            ) : (
              <p className="text-sm text-muted">{formatCount(included, 'field')} included</p>
            )}
          </div>
          {isSaved && (
            <Button variant="secondary" onClick={undo}>
              Undo
            </Button>
          )}
          {(included > 0 || isSaving) && (
            <Button onClick={saveAll} pending={isSaving}>
              Save profile
            </Button>
          )}
          {isSaved && (
            <Link to={`/profiles/${profile.id}`} className={buttonClass()}>
              Open profile
            </Link>
          )}
        </div>
      )}
    </div>
  );
}

/** What matters most first. */
const STATES: readonly SaveState[] = [
  'failed',
  'choose',
  'too-long',
  'saving',
  'waiting',
  'saved',
  'untouched',
];

function worstOf(states: readonly SaveState[]): SaveState {
  return STATES.find((state) => states.includes(state)) ?? 'untouched';
}
