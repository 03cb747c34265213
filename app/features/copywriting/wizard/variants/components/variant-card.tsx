import { Link } from '@remix-run/react';
import { Bookmark, BookmarkCheck, CircleStop } from 'lucide-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';

import { isRunning, useLiveText } from '~/engine/generation';
import { useTokens } from '~/features/billing';
import { useCitations, withoutCitations } from '~/features/brand';
import { formatCount } from '~/lib/format/numbers';
import { readTypedDraft } from '~/lib/tab-drafts';
import { Button, buttonClass } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { showMove } from '~/ui/motion';
import { Menu } from '~/ui/overlays/menu';
import type { MenuEntry } from '~/ui/overlays/menu-window';
import { Ellipsis, Pencil } from '~/ui/display/shared-icons';
import { DemoLabel } from '~/ui/feedback/demo';
import { SpinnerIcon } from '~/ui/feedback/progress';

import { type CategoryId, categoryName } from '../../../formats/categories';
import { FormatPreview, LoadedPart } from '../../../formats/components/format-panels';
import { formatById, isFramed, isMarkdown, type PreviewedBrand } from '../../../formats/formats';
import type { VariantView } from '../../briefs/brief';
import type { BriefActions } from '../../briefs/use-brief';
import { briefTexts } from '../../texts';
import { shownVariant, STATE_WORDS, variantDraft } from '../variant';
import { VariantEnd, VariantText, VariantVersions } from './variant-text';

const loadEditor = () => import('./variant-editor');
const loadChecks = () => import('./variant-checks');

interface VariantCardProps {
  variant: VariantView;
  /** The text as the server rendered it; null if it didn't. */
  html: string | null;
  name: string;
  profileId: string | null;
  keywords: readonly string[];
  /** What the person wrote in the brief. */
  given: string;
  profileName: string | null;
  /** Stays the same object until the brand changes. */
  brand: PreviewedBrand | null;
  /** Whether another variant of its format can be added. */
  extendable: boolean;
  actions: BriefActions;
  /** Resolves to false after telling the user that it failed. */
  onSave: (variant: VariantView) => Promise<boolean>;
  onSaveAs: (variant: VariantView) => void;
}

/** One variant of a brief: its text as it is written, and the actions for it afterwards. */
export const VariantCard = memo(function VariantCard({
  variant,
  html,
  name,
  profileId,
  profileName,
  brand,
  keywords,
  given,
  extendable,
  actions,
  onSave,
  onSaveAs,
}: VariantCardProps) {
  const live = useLiveText(variant.id);
  const { text, state, reason } = shownVariant(variant, live);
  const running = isRunning(state);
  const metered = useTokens() !== null;
  const notes = [
    ...(metered && variant.usedTokens ? [formatCount(variant.usedTokens, 'token')] : []),
    ...(variant.edited ? ['Edited'] : []),
  ];
  const category = formatById(variant.formatId)?.category;
  const empty = text.trim() === '';
  const [view, setView] = useState<'text' | 'look' | 'edit'>('text');
  const [stopping, setStopping] = useState(false);
  const [saving, setSaving] = useState(false);
  const [justSaved, setJustSaved] = useState(false);
  const savedLink = useRef<HTMLAnchorElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const toText = useCallback(() => setView('text'), []);
  const editor = useLoadOnUse(loadEditor, view === 'edit', toText);

  // Reopens the editor when the page was left with unsaved text.
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    setView((old) =>
      card.current && readTypedDraft(variantDraft(variant.id)) !== '' ? 'edit' : old,
    );
  }, [variant.id]);

  const saved = variant.saved?.current ?? false;
  useEffect(() => {
    // The button that had the focus is gone.
    if (saved && saving) savedLink.current?.focus({ preventScroll: true });
    if (saved) setSaving(false);
  }, [saved, saving]);

  const before = useRef({ id: variant.id, saved });
  useEffect(() => {
    const isNew = saved && !before.current.saved && before.current.id === variant.id;
    before.current = { id: variant.id, saved };
    setJustSaved(isNew);
    if (isNew) showMoveToSidebar(savedLink.current);
  }, [variant.id, saved]);

  const again = () => void actions.regenerate(variant);
  /** Shows the text, for its marks. */
  const rendered = useRef<HTMLDivElement>(null);
  const editing = view === 'edit' && editor !== undefined && !running;
  useCitations(card, variant.id, running || view !== 'text' ? '' : text);
  const entries: MenuEntry[] = [
    { kind: 'action', label: 'Regenerate', icon: 'refresh-cw', onSelect: again },
  ];
  if (variant.saved && !variant.saved.current) {
    entries.push({
      kind: 'link',
      label: 'Open saved version',
      icon: 'file-text',
      to: `/copy-wizard/saved/${variant.saved.category}/${variant.saved.id}`,
    });
  }
  if (!saved) {
    entries.push({
      kind: 'action',
      label: 'Save as…',
      icon: 'folder-input',
      onSelect: () => onSaveAs(variant),
    });
  }
  if (extendable) {
    entries.push({
      kind: 'action',
      label: 'One more variant',
      icon: 'plus',
      onSelect: () => void actions.more(variant),
    });
  }

  return (
    <article
      ref={card}
      id={`piece-${variant.formatId}-${variant.position}`}
      aria-label={name}
      aria-busy={running}
      className={`flex min-w-0 flex-col rounded-xl border bg-raised shadow-raised ${editing || (view === 'look' && isMarkdown(category)) ? 'col-span-full' : ''}`}
    >
      <header className="flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 border-b py-2 pr-2 pl-4">
        <h2 className="font-medium">{name}</h2>
        {variant.demo && <DemoLabel />}
        <span className="flex flex-1 items-center gap-1.5 text-xs whitespace-nowrap text-muted">
          {running && <SpinnerIcon className="size-3.5" />}
          {running && STATE_WORDS[state]}
          {!running && notes.join(' · ')}
        </span>
        {running ? (
          <Button
            variant="secondary"
            size="sm"
            pending={stopping}
            onClick={() => {
              setStopping(true);
              void actions.stop(variant).finally(() => setStopping(false));
            }}
          >
            <CircleStop className="size-4" aria-hidden="true" />
            Stop<span className="sr-only"> {name}</span>
          </Button>
        ) : (
          !empty &&
          !editing && (
            <div
              role="group"
              aria-label={`View of ${name}`}
              className="flex gap-0.5 rounded-lg bg-sunken p-0.5"
            >
              {(['text', 'look'] as const).map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={view === one}
                  onClick={() => setView(one)}
                  className="h-7 rounded-md px-2.5 text-xs text-muted transition-colors hover:text-text aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text aria-pressed:shadow-raised touch:h-11"
                >
                  {one === 'text' ? 'Text' : 'Preview'}
                </button>
              ))}
            </div>
          )
        )}
      </header>
      <div className="px-4 py-4">
        {editing ? (
          <editor.VariantEditor
            key={variant.id}
            variant={variant}
            name={name}
            profileId={profileId}
            keywords={keywords}
            given={given}
            onClose={() => {
              setView('text');
              actions.reload();
              // The button is back in the next frame.
              requestAnimationFrame(() => editButton.current?.focus());
            }}
          />
        ) : (
          <>
            {view === 'look' && !running && !empty ? (
              <div ref={rendered}>
                <FormatPreview
                  textId={variant.id}
                  formatId={variant.formatId}
                  text={text}
                  businessName={profileName ?? undefined}
                  brand={brand}
                />
              </div>
            ) : running || !empty ? (
              <div
                // A long text scrolls within its card, so that the others stay beside it.
                // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
                tabIndex={0}
                role="group"
                aria-label={`Text of ${name}`}
                className="-mx-4 rounded-md px-4 -outline-offset-2 sm:max-h-[38rem] sm:overflow-y-auto"
              >
                {empty && running && (
                  <p className="flex items-center gap-2 text-sm text-muted">Thinking…</p>
                )}
                {!empty && (
                  <div ref={rendered}>
                    <VariantText
                      formatId={variant.formatId}
                      text={text}
                      html={text === variant.text ? html : null}
                      grows={running}
                    />
                  </div>
                )}
              </div>
            ) : null}
            {!running && (
              <VariantEnd
                name={name}
                state={state}
                reason={reason}
                empty={empty}
                onContinue={() => void actions.continueVariant(variant)}
                onRegenerate={again}
              />
            )}
          </>
        )}
      </div>
      {!running && !empty && !editing && (
        <footer className="flex flex-wrap items-center gap-0.5 border-t px-2 py-2">
          <CopyButton
            label="Copy"
            text={() => withoutCitations(variant.id, text)}
            copied={briefTexts.copied}
            failed={briefTexts.copyFailed}
          />
          <Button
            ref={editButton}
            variant="ghost"
            size="sm"
            pending={view === 'edit' && editor === undefined}
            onClick={() => setView('edit')}
          >
            <Pencil className="size-4" aria-hidden="true" />
            Edit<span className="sr-only"> {name}</span>
          </Button>
          <Menu
            label={`More for ${name}`}
            className={buttonClass({ variant: 'ghost', size: 'icon' })}
            entries={entries}
            side="top"
          >
            <Ellipsis className="size-4" aria-hidden="true" />
          </Menu>
          <VariantVersions variant={variant} name={name} onChoose={actions.choose} />
          <span className="ml-auto">
            {variant.saved?.current ? (
              <Link
                ref={savedLink}
                to={`/copy-wizard/saved/${variant.saved.category}/${variant.saved.id}`}
                className={buttonClass({ variant: 'ghost', size: 'sm' })}
              >
                <BookmarkCheck
                  className={`size-4 text-success ${justSaved ? 'animate-settle' : ''}`}
                  aria-hidden="true"
                />
                Saved
                <span className="sr-only">
                  {' '}
                  in {categoryName(variant.saved.category as CategoryId)}: open {name}
                </span>
              </Link>
            ) : (
              <Button
                variant="secondary"
                size="sm"
                pending={saving}
                onClick={() => {
                  setSaving(true);
                  void onSave(variant).then((done) => done || setSaving(false));
                }}
              >
                <Bookmark className="size-4" aria-hidden="true" />
                Save<span className="sr-only"> {name}</span>
              </Button>
            )}
          </span>
        </footer>
      )}
      {/* The editor has checks of its own, also while it is being loaded. */}
      {!running && !empty && view !== 'edit' && (
        <div className="border-t px-4 py-4">
          <LoadedPart load={loadChecks} name="checks">
            {({ VariantChecks }) => (
              <VariantChecks
                variant={variant}
                text={text}
                profileId={profileId}
                keywords={keywords}
                given={given}
                rendered={rendered}
                reload={actions.reload}
                onReveal={view === 'look' && isFramed(variant.formatId) ? toText : undefined}
              />
            )}
          </LoadedPart>
        </div>
      )}
    </article>
  );
});

/** Shows the saved text as moving to its row in the sidebar, if both can be seen. */
function showMoveToSidebar(link: HTMLAnchorElement | null): void {
  const row = document.querySelector<HTMLElement>(
    `nav[aria-label="Saved content"] a[href="${link?.getAttribute('href')}"]`,
  );
  const [title = ''] = row?.innerText.split('\n') ?? [];
  showMove(link?.getBoundingClientRect(), row?.getBoundingClientRect(), title);
}
