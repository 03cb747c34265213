import { useCallback, useMemo, useRef } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { toastSuccess } from '~/ui/feedback/toast';

import type { BrandCheckProps } from '../../brand-check/brand-check';
import { brandCheckTexts } from '../../brand-check/texts';
import type { TextMarks } from '../../brand-check/text-marks';
import { useIgnored } from '../../brand-check/use-ignored';
import type { VariantView } from '../briefs/brief';
import type { VariantsApi } from '../routes/variants';

const api = client<VariantsApi>();

/** What the check of a variant against its brand needs: fixes are stored like edits, with an undo. Null without a brand. */
export function useVariantCheck(
  { id, text, version, ignoredFindings }: VariantView,
  profileId: string | null,
  marks: TextMarks,
  { given, reload, onReveal }: { given: string; reload: () => void; onReveal?: () => void },
): BrandCheckProps | null {
  const store = useCallback(
    async (key: string, ignored: boolean) =>
      (await api.post('/api/pieces/:id/ignored', { params: { id }, body: { key, ignored } }))
        .ignored,
    [id],
  );
  const { ignored, ignore } = useIgnored(ignoredFindings, store);

  const pending = useRef(false);
  const onChange = useCallback(
    async (changed: string) => {
      if (pending.current) return;
      pending.current = true;
      const edit = (text: string, version: number) =>
        api.patch('/api/pieces/:id', { params: { id }, body: { text, version } });
      try {
        const edited = await edit(changed, version);
        toastSuccess(brandCheckTexts.fixed, {
          label: 'Undo',
          run: () => {
            edit(text, edited.version).then(
              () => {
                toastSuccess(brandCheckTexts.fixUndone);
                reload();
              },
              (error: unknown) => showFailure(error, refusalText(error, brandCheckTexts.fixFailed)),
            );
          },
        });
      } catch (error) {
        showFailure(error, refusalText(error, brandCheckTexts.fixFailed));
      }
      pending.current = false;
      reload();
    },
    [id, text, version, reload],
  );

  return useMemo(
    () =>
      profileId === null
        ? null
        : {
            ...{ profileId, ignored, marks, textId: id, given, onReveal },
            onIgnore: ignore,
            onChange: (changed: string) => void onChange(changed),
          },
    [profileId, ignored, marks, id, given, onReveal, ignore, onChange],
  );
}
