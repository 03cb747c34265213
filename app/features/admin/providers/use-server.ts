import { useState } from 'react';

import {
  isSameServer,
  presetOf,
  PRESETS,
  sortModels,
  type ListedModel,
  type StoredView,
} from './provider';
import type { ProviderFormState } from './use-provider-form';

type ServerPurpose = keyof typeof PRESETS;

/** The server of a chat or an image provider: its address, its key, and the models that it lists. */
export function useServer<P extends ServerPurpose>(
  purpose: P,
  stored: StoredView<P> | null,
  form: ProviderFormState<P>,
) {
  const presets = PRESETS[purpose];
  const [address, setAddress] = useState<string>(stored?.settings.address ?? presets[0].address);
  const [preset, setPreset] = useState(() => presetOf(presets, address));
  const [key, setKey] = useState('');
  // Null before the server was asked.
  const [listed, setListed] = useState<readonly ListedModel[] | null>(null);
  const { problems, pending } = form;
  return {
    address,
    key,
    /** Props of `ServerFields`. */
    fields: {
      name: `${purpose}-preset`,
      presets,
      preset,
      onPreset: setPreset,
      address,
      onAddress(typed: string) {
        setAddress(typed);
        // They are another server's.
        if (!isSameServer(typed, address)) setListed(null);
      },
      apiKey: key,
      onKey: setKey,
      isKeySaved: stored?.hasKey === true && isSameServer(stored.settings.address, address),
      problems,
    },
    /** Props of the picker. */
    picker: {
      listed,
      onFind: () =>
        void form.findModels(address, key).then((found) => {
          if (found !== null) setListed(sortModels(purpose, found.models));
        }),
      isFinding: pending === 'models',
      problem: problems.models,
    },
  };
}
