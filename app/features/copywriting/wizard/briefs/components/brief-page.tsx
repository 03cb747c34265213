import { useNavigate } from '@remix-run/react';
import { CircleAlert, CircleDashed } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { isRunning, useLiveText } from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { RefusedNote } from '~/features/billing';
import { useProfiles } from '~/features/brand';
import { refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { LocalDay } from '~/ui/dates/local-time';
import { BookmarkPlus, Check, Plus } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { BackLink } from '~/ui/page/back-link';

import { LoadedPart } from '../../../formats/components/format-panels';
import { type ImageParts, PreviewImageContext } from '../../../formats/preview-image';
import { useImageChoice } from '../../../formats/use-image-choice';
import { VariantCard } from '../../variants/components/variant-card';
import { briefTexts } from '../../texts';
import { saveVariants } from '../../variants/save-variants';
import {
  contentsWords,
  nameOfVariant,
  shownVariant,
  STATE_WORDS,
  titleToSave,
} from '../../variants/variant';
import { type BriefView, MAX_VARIANTS, type VariantView } from '../brief';
import { formOf } from '../brief-form';
import { useBrief } from '../use-brief';
import { keepForm } from '../use-brief-form';

const loadPassages = () => import('./brief-passages');
const loadSaving = () => import('../../variants/components/save-variant-window');

/** The columns for one, two, or more variants: under 20 rem, a column is hard to read. */
const COLUMNS = [
  'max-w-3xl',
  'max-w-6xl desktop:grid-cols-2',
  'max-w-[100rem] md:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]',
];

/** A brief and its variants side by side, each as far as it has been written. Mount one per brief (`key`). */
export function BriefPage({
  brief,
  rendered,
  images,
}: {
  brief: BriefView;
  /** The finished texts as the server rendered them, by variant id. */
  rendered: Record<string, string>;
  images: ImageParts;
}) {
  const { actions, announcement, refused } = useBrief(brief);
  const [savingAs, setSavingAs] = useState<VariantView | null>(null);
  const [savingAll, setSavingAll] = useState(false);
  const [adding, setAdding] = useState(false);
  const closeSaving = useCallback(() => setSavingAs(null), []);
  const saver = useLoadOnUse(loadSaving, savingAs !== null, closeSaving);
  const { profiles } = useProfiles(null);
  const brand = profiles?.find(({ id }) => id === brief.profileId) ?? null;
  const image = useImageChoice(brief.imageId, actions.chooseImage);
  const previewImage = { ...images, ...image };
  const latest = useRef(brief);
  useEffect(() => {
    latest.current = brief;
  }, [brief]);

  /** Saves variants to their categories at once, under titles from the topic. */
  const save = useCallback(
    async (...chosen: VariantView[]) => {
      try {
        await saveVariants(
          chosen.map((variant) => ({
            id: variant.id,
            title: titleToSave(latest.current, variant),
            folderId: null,
          })),
        );
        actions.reload();
        return true;
      } catch (error) {
        showFailure(error, refusalText(error, briefTexts.saveFailed));
        return false;
      }
    },
    [actions],
  );

  const { kind, results: variants } = brief;
  const { topic, audience, goal, callToAction } = brief.fields;
  const given = [topic, audience, goal, callToAction].join('\n');
  const columns = COLUMNS[Math.min(variants.length, COLUMNS.length) - 1] ?? '';
  const countOf = (variant: VariantView) =>
    variants.filter(({ formatId }) => formatId === variant.formatId).length;
  const savable = variants.filter(
    ({ state, text, saved }) => !isRunning(state) && text.trim() !== '' && !saved?.current,
  );
  const last = variants.at(-1);

  return (
    <div className="mx-auto w-full max-w-[100rem] px-5 py-6 sm:px-8 sm:py-10">
      <BackLink to="/copy-wizard">Copy Wizard</BackLink>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-display text-3xl leading-tight font-semibold tracking-tight text-balance wrap-anywhere">
            {brief.title}
          </h1>
          <p className="mt-1.5 text-sm text-muted">
            {contentsWords(kind, brief.formatIds)} · {brief.profileName ?? 'No profile'} ·{' '}
            <LocalDay at={brief.createdAt} />
          </p>
        </div>
        {kind === 'campaign' && savable.length > 1 && (
          <Button
            variant="secondary"
            pending={savingAll}
            onClick={() => {
              setSavingAll(true);
              void save(...savable).finally(() => setSavingAll(false));
            }}
          >
            <BookmarkPlus className="size-4" aria-hidden="true" />
            Save all
          </Button>
        )}
      </div>
      <div className="mt-5 max-w-3xl">
        <TheBrief brief={brief} />
      </div>
      {variants.length > 1 && (
        <div className="mt-5 md:hidden">
          <VariantStrip kind={kind} results={variants} />
        </div>
      )}
      <div role="status" className="sr-only">
        {announcement}
      </div>
      {refused !== null && (
        <div className="sticky top-16 z-10 mt-5 max-w-3xl">
          <RefusedNote refused={refused} />
        </div>
      )}
      <PreviewImageContext.Provider value={previewImage}>
        <div className={`mt-5 grid grid-cols-1 items-start gap-5 ${columns}`}>
          {variants.map((variant) => (
            <VariantCard
              key={`${variant.formatId}-${variant.position}`}
              variant={variant}
              html={rendered[variant.id] ?? null}
              name={nameOfVariant(kind, variant)}
              profileId={brief.profileId}
              profileName={brief.profileName}
              brand={brand}
              keywords={brief.fields.keywords}
              given={given}
              extendable={countOf(variant) < MAX_VARIANTS}
              actions={actions}
              onSave={save}
              onSaveAs={setSavingAs}
            />
          ))}
          {kind === 'variants' && last && variants.length < MAX_VARIANTS && (
            <Button
              variant="ghost"
              pending={adding}
              onClick={() => {
                setAdding(true);
                void actions.more(last).finally(() => setAdding(false));
              }}
              className="h-auto! min-h-16 w-full rounded-xl! border border-dashed"
            >
              <Plus className="size-4" aria-hidden="true" />
              One more variant
            </Button>
          )}
        </div>
      </PreviewImageContext.Provider>
      {savingAs && saver && (
        <saver.SaveVariantWindow
          variant={savingAs}
          title={titleToSave(brief, savingAs)}
          onSaved={actions.reload}
          onClose={closeSaving}
        />
      )}
    </div>
  );
}

/** Links to all variants with their progress, for screens where the variants stand below each other. */
function VariantStrip({ kind, results: variants }: Pick<BriefView, 'kind' | 'results'>) {
  return (
    // Positioned, because the visually hidden texts would otherwise extend past the window's edge.
    <nav
      aria-label="Variants"
      className="relative -mx-5 overflow-x-auto px-5 pb-1 sm:-mx-8 sm:px-8"
    >
      <ul className="flex w-max gap-1.5">
        {variants.map((variant) => (
          <li key={`${variant.formatId}-${variant.position}`}>
            <Chip variant={variant} name={nameOfVariant(kind, variant)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Chip({ variant, name }: { variant: VariantView; name: string }) {
  const { state } = shownVariant(variant, useLiveText(variant.id));
  const Icon = state === 'done' ? Check : state === 'failed' ? CircleAlert : CircleDashed;
  const color = state === 'done' ? 'text-success' : state === 'failed' ? 'text-danger' : '';
  return (
    <a
      href={`#piece-${variant.formatId}-${variant.position}`}
      className="flex h-9 items-center gap-2 rounded-full border bg-raised px-3.5 text-sm whitespace-nowrap hover:bg-hover touch:h-11"
    >
      {isRunning(state) ? (
        <SpinnerIcon className="size-3.5" />
      ) : (
        <Icon className={`size-3.5 ${color}`} aria-hidden="true" />
      )}
      {name}
      <span className="sr-only">: {STATE_WORDS[state]}</span>
    </a>
  );
}

/** The brief's fields, folded up, and a way to reuse them. */
function TheBrief({ brief }: { brief: BriefView }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const { fields } = brief;
  const lines = [
    ['What', contentsWords(brief.kind, brief.formatIds)],
    ['Brand', brief.profileName ?? 'No profile'],
    ['Topic', fields.topic],
    ['Audience', fields.audience],
    ['Goal', fields.goal],
    ['Tone', fields.tone],
    ['Length', fields.length.charAt(0).toUpperCase() + fields.length.slice(1)],
    ['Language', fields.language],
    ['Keywords', fields.keywords.join(', ')],
    ['Call to action', fields.callToAction],
  ].filter(([, text]) => text !== '');
  return (
    <details
      className="rounded-lg border bg-sunken"
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className="disclosure rounded-lg px-4 py-3 text-sm font-medium hover:bg-hover">
        Brief
      </summary>
      <div className="border-t px-4 py-4 text-sm">
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_1fr]">
          {lines.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="mb-2 whitespace-pre-wrap wrap-anywhere sm:mb-0">{text}</dd>
            </div>
          ))}
        </dl>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            keepForm(formOf(brief));
            navigate('/copy-wizard');
          }}
          className="mt-4"
        >
          Reuse this brief
        </Button>
        {opened && brief.profileId !== null && (
          <LoadedPart load={loadPassages} name="passages">
            {({ BriefPassages }) => <BriefPassages brief={brief} />}
          </LoadedPart>
        )}
      </div>
    </details>
  );
}
