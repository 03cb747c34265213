import { forwardRef, type ReactNode, useEffect, useRef, useState } from 'react';

import type { Profiles } from '~/features/brand';
import { AreaField } from '~/ui/forms/area-field';
import { Palette } from '~/ui/display/shared-icons';

import { MAX_VARIANTS } from '../brief';
import {
  type BriefForm,
  chosenFormats,
  fieldsFromProfile,
  type FilledForm,
  filledForm,
  hasOnlyTopic,
} from '../brief-form';
import type { BriefProblems } from '../check-brief';
import type { KnownField, KnownFields } from '../known-fields';
import { BriefFieldsForm } from './brief-fields';
import { ProfilePicker } from './profile-picker';
import { Segments, Step } from './step';

const VARIANTS = Array.from({ length: MAX_VARIANTS }, (_, index) => ({
  value: index + 1,
  label: String(index + 1),
}));

const FIELD_NAMES: Record<KnownField, string> = {
  audience: 'audience',
  callToAction: 'call to action',
  tone: 'tone',
};

interface BriefStepProps {
  form: BriefForm;
  /** What the profile knows of a brief. */
  known: KnownFields;
  profiles: NonNullable<Profiles['profiles']>;
  /** The profile that will be used. */
  profileId: string | null;
  problems: BriefProblems;
  onChange: (part: Partial<BriefForm>) => void;
  /** The cost, and the button that starts the writing. */
  children: ReactNode;
}

/** What the text should say, and how. With a profile that knows the rest, it is no more than the topic. */
export const BriefStep = forwardRef<HTMLHeadingElement, BriefStepProps>(function BriefStep(
  { form, known, profiles, profileId, problems, onChange, children },
  ref,
) {
  const [editing, setEditing] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = editing ? fields.current?.querySelector('input') : null;
    field?.focus();
    // Shows the beginning of a long text.
    field?.setSelectionRange(0, 0);
  }, [editing]);

  const profile = profiles.find(({ id }) => id === profileId);
  const fromProfile = fieldsFromProfile(form, known);
  const { topic, ...elsewhere } = problems;
  const folded =
    profile !== undefined &&
    fromProfile.length > 0 &&
    !editing &&
    hasOnlyTopic(form) &&
    Object.keys(elsewhere).length === 0;
  const filled: FilledForm = filledForm(form, known);

  return (
    <Step ref={ref} number={2} title="Your brief">
      <div className="space-y-5">
        <AreaField
          label="Topic"
          name="topic"
          required
          aria-required="true"
          value={form.topic}
          errors={topic === undefined ? undefined : [topic]}
          placeholder="What’s it about? Include any facts, names, dates, or prices to mention."
          onChange={({ target }) => onChange({ topic: target.value })}
        />
        {folded ? (
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            <Palette className="size-4 shrink-0 text-accent" aria-hidden="true" />
            <span className="min-w-0 truncate" title={`Filled in: ${listed(fromProfile)}`}>
              From {profile.name}
            </span>
            <span aria-hidden="true">·</span>
            <button
              type="button"
              onClick={() => setEditing(true)}
              className="inline-flex items-center rounded-sm font-medium text-accent underline underline-offset-4 touch:min-h-11"
            >
              Edit<span className="sr-only"> {listed(fromProfile)}</span>
            </button>
          </p>
        ) : (
          <div ref={fields} className="space-y-5">
            <ProfilePicker
              profiles={profiles}
              profileId={profileId}
              format={chosenFormats(form)[0]}
              error={problems.profileId}
              onChange={(chosen) => onChange({ profile: chosen })}
            />
            <BriefFieldsForm form={filled} problems={problems} onChange={onChange} />
            {form.kind === 'variants' && (
              <Segments
                legend="Variants"
                options={VARIANTS}
                value={form.variants}
                error={problems.variants}
                onChange={(variants) => onChange({ variants })}
              />
            )}
          </div>
        )}
        {children}
      </div>
    </Step>
  );
});

function listed(fields: readonly KnownField[]): string {
  return fields.map((field) => FIELD_NAMES[field]).join(', ');
}
