import { Sparkles } from 'lucide-react';
import { type FormEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import { type Refused, RefusedNote } from '~/features/billing';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { estimateTokens } from '~/lib/tokens/estimate';
import { AreaField } from '~/ui/forms/area-field';
import { Button } from '~/ui/button';
import { Plus, X } from '~/ui/display/shared-icons';

import {
  type DraftCost,
  type DraftMaterial,
  materialProblems,
  type MaterialProblems,
  MAX_SAMPLES,
  storedMaterial,
} from '../draft';
import { type ReadMaterial, readNote, withRead } from '../material';
import { roughTokens } from '../rough-tokens';
import { keepSuggestedLook } from '../use-look-suggestion';
import { MaterialSource } from './material-source';

interface DraftFormProps {
  profileId: string;
  /** What the last draft was made from. */
  first: DraftMaterial | null;
  cost: DraftCost;
  /** Why the last attempt failed. */
  problem: Refused | null;
  /** Resolves to false when the request failed. */
  onStart: (material: DraftMaterial) => Promise<boolean>;
  onBack: (() => void) | undefined;
}

const nameOf = (profileId: string) => `profile-material:${profileId}`;

/** The form for the material that a draft is made from. */
export function DraftForm({ profileId, first, cost, problem, onStart, onBack }: DraftFormProps) {
  const [material, setMaterial] = useState<DraftMaterial>(() => ({
    about: first?.about ?? '',
    samples: first?.samples.length ? first.samples : [''],
  }));
  const { about, samples } = material;
  const [problems, setProblems] = useState<MaterialProblems>({});
  const [pending, setPending] = useState(false);
  const [added, setAdded] = useState<{ note: string; before: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const grew = useRef(false);

  useEffect(() => {
    setMaterial((shown) => {
      const known = storedMaterial(readTypedDraft(nameOf(profileId))) ?? shown;
      // What was typed before hydration is only in the fields.
      const [aboutField, ...sampleFields] = areas(form.current).map(({ value }) => value);
      const typed = (value: string | undefined, was: string | undefined, otherwise: string) =>
        value !== undefined && value !== was ? value : otherwise;
      return {
        about: typed(aboutField, shown.about, known.about),
        samples: known.samples.map((sample, index) =>
          typed(sampleFields[index], shown.samples[index], sample),
        ),
      };
    });
  }, [profileId]);

  function change(typed: DraftMaterial) {
    setMaterial(typed);
    writeDraft(nameOf(profileId), JSON.stringify(typed));
    if (Object.keys(problems).length > 0) setProblems(materialProblems(typed));
  }

  useEffect(() => {
    if (grew.current) areas(form.current).at(-1)?.focus();
    grew.current = false;
  }, [samples.length]);

  /** The reading took a while, so what was typed meanwhile counts. */
  const latest = useRef(material);
  useEffect(() => {
    latest.current = material;
  }, [material]);

  function add(read: ReadMaterial) {
    const { material: filled, cut } = withRead(latest.current, read);
    if (read.look) keepSuggestedLook(profileId, read.look);
    setAdded({ note: readNote(read, cut), before: latest.current.about });
    change(filled);
    areas(form.current)[0]?.focus();
  }

  function removeAdded() {
    if (!added) return;
    change({ about: added.before, samples });
    keepSuggestedLook(profileId, null);
    setAdded(null);
    areas(form.current)[0]?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const found = materialProblems({ about, samples });
    setProblems(found);
    if (Object.keys(found).length > 0) {
      const index = found.about ? 0 : 1 + samples.findIndex((_, at) => found[`samples.${at}`]);
      areas(form.current)[index]?.focus();
      return;
    }
    setPending(true);
    // From here on the material is stored with the proposal.
    if (await onStart({ about, samples })) writeDraft(nameOf(profileId), '');
    else setPending(false);
  }

  const errorsOf = (text: string | undefined) => (text === undefined ? undefined : [text]);

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="max-w-3xl space-y-8"
    >
      <div className="space-y-5">
        <MaterialSource onRead={add} />
        <div>
          <AreaField
            label="About the business"
            value={about}
            rows={7}
            errors={errorsOf(problems.about)}
            placeholder="Paste anything you have: your About page, a flyer, a pitch."
            onChange={({ target }) => {
              // Undoing would remove what is typed now, too.
              setAdded(null);
              change({ about: target.value, samples });
            }}
          />
          {added && (
            <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <p role="status" className="min-w-0 wrap-anywhere text-muted">
                {added.note}
              </p>
              <Button variant="ghost" size="sm" onClick={removeAdded}>
                Undo
              </Button>
            </div>
          )}
        </div>
      </div>
      <fieldset className="space-y-4">
        <legend className="font-medium">Writing samples (optional)</legend>
        <p className="max-w-xl text-sm text-muted">
          Posts, emails, or articles that sound like you. Your brand voice comes from these, and
          each trait quotes the line it’s based on.
        </p>
        {samples.map((sample, index) => (
          <div key={index} className="relative">
            <AreaField
              label={`Sample ${index + 1}`}
              value={sample}
              errors={errorsOf(problems[`samples.${index}`])}
              onChange={({ target }) =>
                change({ about, samples: samples.with(index, target.value) })
              }
            />
            {samples.length > 1 && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove sample ${index + 1}`}
                onClick={() => {
                  change({ about, samples: samples.toSpliced(index, 1) });
                  areas(form.current)[Math.max(index, 1)]?.focus();
                }}
                className="absolute! -top-1.5 right-0 touch:-top-3"
              >
                <X className="size-4" aria-hidden="true" />
                Remove
              </Button>
            )}
          </div>
        ))}
        {samples.length < MAX_SAMPLES && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              grew.current = true;
              change({ about, samples: [...samples, ''] });
            }}
          >
            <Plus className="size-4" aria-hidden="true" />
            Add a sample
          </Button>
        )}
      </fieldset>
      <RefusedNote refused={problem} />
      <div className="space-y-4 border-t pt-6">
        <Cost about={about} samples={samples} cost={cost} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={pending}>
            <Sparkles className="size-4" aria-hidden="true" />
            Draft my profile
          </Button>
          {onBack && (
            <Button variant="secondary" onClick={onBack}>
              Back to the draft
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">
          Pasted text and suggestions are deleted after 24 hours. What you save stays in your
          profile.
        </p>
      </div>
    </form>
  );
}

function areas(form: HTMLFormElement | null): HTMLTextAreaElement[] {
  return [...(form?.querySelectorAll('textarea') ?? [])];
}

function Cost({ about, samples, cost }: DraftMaterial & { cost: DraftCost }) {
  // Counting fifty pages takes a moment, and typing must not wait for it.
  const material = useDeferredValue([about, ...samples].join('\n'));
  const tokens = useMemo(() => {
    const read = cost.instructions + estimateTokens(material);
    return Math.ceil((read + cost.answer) * cost.weight);
  }, [material, cost]);
  return (
    <p className="text-sm text-muted">
      About <strong className="font-medium text-text">{roughTokens(tokens)} tokens</strong>
    </p>
  );
}
