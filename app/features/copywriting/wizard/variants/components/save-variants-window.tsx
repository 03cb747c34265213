import { Link } from '@remix-run/react';
import { type FormEvent, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { Button, buttonClass } from '~/ui/button';
import { DialogWindow } from '~/ui/overlays/dialog-window';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Spinner } from '~/ui/feedback/progress';

import { formatById } from '../../../formats/formats';
import {
  addressOf,
  type ContentFolder,
  MAX_TITLE,
  titleFromText,
} from '../../../library/content/content';
import { PlacePicker } from '../../../library/folders/place-picker';
import { publishHere, requestOverview } from '../../../library/saved-requests';
import type { SavedVariant, VariantView } from '../../briefs/brief';
import type { VariantsApi } from '../../routes/variants';
import { briefTexts } from '../../texts';
import { formatName } from '../variant';

const api = client<VariantsApi>();

interface SaveVariantsWindowProps {
  variants: VariantView[];
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for titles and folders to save variants as content, then links to the content. */
export function SaveVariantsWindow({ variants, onSaved, onClose }: SaveVariantsWindowProps) {
  // The variants being saved stay the same, whatever changes on the page.
  const [chosen] = useState(variants);
  const [folders, setFolders] = useState<ContentFolder[]>();
  const [saved, setSaved] = useState<SavedVariant[]>();

  useEffect(() => {
    let current = true;
    requestOverview().then(
      (overview) => current && setFolders(overview.folders),
      (error: unknown) => {
        if (!current) return;
        showFailure(error, briefTexts.foldersFailed);
        onClose();
      },
    );
    return () => {
      current = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once for each opening
  }, []);

  const title = chosen.length === 1 ? 'Save as content' : `Save ${chosen.length} texts together`;
  return (
    <DialogWindow
      open
      onOpenChange={(open) => open || onClose()}
      title={saved ? savedTitle(saved) : title}
    >
      {saved ? (
        <Saved saved={saved} onClose={onClose} />
      ) : folders ? (
        <SaveForm
          variants={chosen}
          folders={folders}
          onSaved={(done) => {
            setSaved(done);
            onSaved();
          }}
          onClose={onClose}
        />
      ) : (
        <div className="grid h-40 place-items-center">
          <Spinner />
        </div>
      )}
    </DialogWindow>
  );
}

function savedTitle(saved: SavedVariant[]): string {
  return saved.length === 1 ? briefTexts.savedOne : briefTexts.savedAll(saved.length);
}

function Saved({ saved, onClose }: { saved: SavedVariant[]; onClose: () => void }) {
  const [only] = saved.length === 1 ? saved : [];
  return (
    <div>
      {!only && (
        <ul className="divide-y overflow-hidden rounded-lg border">
          {saved.map(({ content }) => (
            <li key={content.id}>
              <Link
                to={addressOf(content)}
                className="flex min-h-11 items-center px-3.5 py-2 text-sm -outline-offset-2 hover:bg-hover"
              >
                <span className="truncate">{content.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Stay here
        </Button>
        {only && (
          <Link to={addressOf(only.content)} className={buttonClass()}>
            Open it
          </Link>
        )}
      </div>
    </div>
  );
}

interface Entry {
  variant: VariantView;
  title: string;
  folderId: string | null;
}

function SaveForm({
  variants,
  folders,
  onSaved,
  onClose,
}: {
  variants: VariantView[];
  folders: ContentFolder[];
  onSaved: (saved: SavedVariant[]) => void;
  onClose: () => void;
}) {
  const [entries, setEntries] = useState<Entry[]>(() =>
    variants.map((variant) => ({ variant, title: titleFromText(variant.text), folderId: null })),
  );
  const [checked, setChecked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const change = (id: string, part: Partial<Entry>) =>
    setEntries((old) => old.map((one) => (one.variant.id === id ? { ...one, ...part } : one)));

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    setChecked(true);
    const missing = entries.find(({ title }) => title.trim() === '');
    if (missing) {
      const field = event.currentTarget.elements.namedItem(missing.variant.id);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setPending(true);
    setError(null);
    try {
      onSaved(
        await requestSaving(
          entries.map(({ variant, title, folderId }) => ({ id: variant.id, title, folderId })),
        ),
      );
    } catch (failure) {
      setError(refusalText(failure, briefTexts.saveFailed));
      setPending(false);
    }
  }

  const several = entries.length > 1;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      {entries.map(({ variant, title, folderId }) => {
        const category = formatById(variant.formatId)?.category ?? 'social';
        const name = formatName(variant.formatId);
        return (
          <div
            key={variant.id}
            role="group"
            aria-label={name}
            className={several ? 'grid gap-3 sm:grid-cols-[1fr_11rem]' : 'space-y-4'}
          >
            <Field
              label={several ? `Title of the ${name}` : 'Title'}
              name={variant.id}
              value={title}
              maxLength={MAX_TITLE}
              autoComplete="off"
              errors={checked && title.trim() === '' ? [briefTexts.titleMissing] : undefined}
              onChange={({ target }) => change(variant.id, { title: target.value })}
            />
            <PlacePicker
              label="Save in"
              within={category}
              place={{ category, folderId }}
              folders={folders}
              onChange={(place) => change(variant.id, { folderId: place.folderId })}
            />
          </div>
        );
      })}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap justify-end gap-2 pt-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          {several ? 'Save all' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** Saves variants as content, all or none. Rejects when that failed. */
async function requestSaving(
  variants: { id: string; title: string; folderId: string | null }[],
): Promise<SavedVariant[]> {
  const { saved } = await api.post('/api/pieces/save', { body: { variants } });
  for (const { content } of saved) publishHere({ type: 'changed', item: content });
  return saved;
}
