import { Layers, Mail, MessagesSquare, Newspaper, PanelTop } from 'lucide-react';
import { forwardRef, useEffect, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { ArrowLeft, ChevronRight } from '~/ui/display/shared-icons';

import { CATEGORIES, type CategoryId, categoryName } from '../../../formats/categories';
import { formatById, type FormatId, formatsOf } from '../../../formats/formats';
import { formatName } from '../../variants/variant';
import { type BriefForm, inOrder } from '../brief-form';
import { Step } from './step';

const KINDS = {
  social: { icon: MessagesSquare, line: 'Posts, captions, and threads' },
  longform: { icon: Newspaper, line: 'Articles, case studies, and newsletters' },
  landing: { icon: PanelTop, line: 'A whole page or one section' },
  email: { icon: Mail, line: 'One-off emails and sequences' },
} satisfies Record<CategoryId, object>;

const TILE =
  'flex w-full items-start gap-3 rounded-lg border bg-raised px-4 py-3 text-left transition-colors hover:border-border-strong hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft';

interface WhatStepProps {
  form: BriefForm;
  open: boolean;
  error?: string;
  onOpen: () => void;
  /** Called when the choice is made. */
  onChosen: (choice: Partial<BriefForm>) => void;
  onCampaign: (formatIds: FormatId[]) => void;
}

/** Chooses what to write: one format, or a campaign of several. */
export const WhatStep = forwardRef<HTMLHeadingElement, WhatStepProps>(function WhatStep(
  { form, open, error, onOpen, onChosen, onCampaign },
  ref,
) {
  const chosen = formatById(form.formatId);
  /** Null after going back; undefined until something is picked. */
  const [picked, setPicked] = useState<CategoryId | 'campaign' | null>();
  const before = form.kind === 'campaign' ? 'campaign' : (chosen?.category ?? null);
  const current = picked === undefined ? before : picked;
  const tiles = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // On phones, what was pressed has been replaced.
    const replaced = tiles.current?.offsetParent === null;
    if (picked && replaced) back.current?.focus();
    if (picked === null) tiles.current?.querySelector('button')?.focus();
  }, [picked]);

  if (!open) {
    return (
      <Step
        ref={ref}
        number={1}
        title="What are you making?"
        summary={<Summary form={form} />}
        onChange={onOpen}
      />
    );
  }
  return (
    <Step ref={ref} number={1} title="What are you making?">
      {current && (
        <Button
          ref={back}
          variant="ghost"
          size="sm"
          onClick={() => setPicked(null)}
          className="-ml-3 sm:hidden"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {current === 'campaign' ? 'A whole campaign' : categoryName(current)}
          <span className="sr-only"> (back to all types)</span>
        </Button>
      )}
      <div ref={tiles} className={`grid gap-2.5 sm:grid-cols-2 ${current ? 'max-sm:hidden' : ''}`}>
        {CATEGORIES.map(({ id, name }) => {
          const { icon: Icon, line } = KINDS[id];
          return (
            <button
              key={id}
              type="button"
              aria-pressed={current === id}
              onClick={() => setPicked(id)}
              className={TILE}
            >
              <Icon className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
              <span className="min-w-0">
                <span className="block font-medium">{name}</span>
                <span className="block text-sm text-muted">{line}</span>
              </span>
            </button>
          );
        })}
        <button
          type="button"
          aria-pressed={current === 'campaign'}
          onClick={() => setPicked('campaign')}
          className={`${TILE} sm:col-span-2`}
        >
          <Layers className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
          <span className="min-w-0">
            <span className="block font-medium">A whole campaign</span>
            <span className="block text-sm text-muted">One brief, every channel</span>
          </span>
        </button>
      </div>
      {error && <p className="mt-3 text-sm text-danger">{error}</p>}
      {current === 'campaign' ? (
        <CampaignPicker
          chosen={form.campaign}
          onChange={onCampaign}
          onDone={() => onChosen({ kind: 'campaign' })}
        />
      ) : (
        current && (
          <FormatPicker
            category={current}
            chosen={form.kind === 'variants' ? form.formatId : null}
            onChoose={(formatId) => onChosen({ kind: 'variants', formatId })}
          />
        )
      )}
    </Step>
  );
});

function Summary({ form }: { form: BriefForm }) {
  const format = form.kind === 'variants' ? formatById(form.formatId) : undefined;
  if (format) {
    return (
      <p>
        <span className="font-medium">{format.name}</span>{' '}
        <span className="text-sm text-muted">{categoryName(format.category)}</span>
      </p>
    );
  }
  return (
    <p>
      <span className="font-medium">A whole campaign</span>{' '}
      <span className="text-sm text-muted">{form.campaign.map(formatName).join(', ')}</span>
    </p>
  );
}

function FormatPicker({
  category,
  chosen,
  onChoose,
}: {
  category: CategoryId;
  chosen: FormatId | null;
  onChoose: (id: FormatId) => void;
}) {
  return (
    <ul
      aria-label={`Formats: ${categoryName(category)}`}
      className="mt-4 animate-fade-in divide-y overflow-hidden rounded-lg border bg-surface"
    >
      {formatsOf(category).map(({ id, name, hint }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={chosen === id}
            onClick={() => onChoose(id)}
            className="group flex min-h-12 w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover aria-pressed:bg-accent-soft"
          >
            <span className="min-w-0 flex-1">
              <span className="font-medium">{name}</span>
              <span className="block text-sm text-muted">{hint}</span>
            </span>
            <ChevronRight
              className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
              aria-hidden="true"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

function CampaignPicker({
  chosen,
  onChange,
  onDone,
}: {
  chosen: FormatId[];
  onChange: (ids: FormatId[]) => void;
  onDone: () => void;
}) {
  const none = chosen.length === 0;
  return (
    <div className="mt-4 animate-fade-in rounded-lg border bg-surface p-4">
      <p className="text-sm text-muted">
        Every piece follows the same brief and your profile’s campaign framework, so your offer,
        message, and call to action match.
      </p>
      <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {CATEGORIES.map((category) => (
          <fieldset key={category.id}>
            <legend className="text-sm font-medium">{category.name}</legend>
            <div className="mt-1">
              {formatsOf(category.id).map(({ id, name, hint }) => (
                <label
                  key={id}
                  title={hint}
                  className="flex min-h-8 items-center gap-2.5 rounded-md text-sm hover:text-accent touch:min-h-11"
                >
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={({ target }) =>
                      onChange(
                        target.checked
                          ? inOrder([...chosen, id])
                          : chosen.filter((one) => one !== id),
                      )
                    }
                    className="size-4 shrink-0 accent-accent"
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3 border-t pt-4">
        <p role="status" className="flex-1 text-sm text-muted">
          {chosen.length === 1 ? '1 piece' : `${chosen.length} pieces`}
        </p>
        <Button
          aria-disabled={none}
          onClick={none ? undefined : onDone}
          className="aria-disabled:opacity-50"
        >
          Continue
        </Button>
      </div>
    </div>
  );
}
