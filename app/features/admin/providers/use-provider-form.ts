import { useRevalidator } from '@remix-run/react';
import { useRef, useState } from 'react';

import { client, refusalText, refusedFields, RequestRefused } from '~/http/client';

import type { TestResult } from '../health/connections';
import type { ProviderSettings, Purpose } from './provider';
import type { ProvidersApi } from './routes/providers';
import { providerTexts } from './texts';

const api = client<ProvidersApi>();

type Task = 'save' | 'test' | 'models';

interface Outcome {
  /** By the name of the field. */
  problems: Readonly<Record<string, string>>;
  /** What belongs to no field. */
  failure: string | null;
  /** The password was given too long ago. */
  needsConfirmation: boolean;
  result: TestResult | null;
}

const NOTHING: Outcome = { problems: {}, failure: null, needsConfirmation: false, result: null };

/** What a provider's form sends, and what comes back. `fields` are the names of those that show their own problems. */
export function useProviderForm<P extends Purpose>(
  purpose: P,
  fields: readonly string[],
  onSaved: () => void,
) {
  const formRef = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState<Task | null>(null);
  const [outcome, setOutcome] = useState(NOTHING);

  async function run<T>(task: Task, work: Promise<T>, otherwise: string): Promise<T | null> {
    setPending(task);
    setOutcome(NOTHING);
    try {
      return await work;
    } catch (error) {
      const problems = refusedFields(error);
      const shown = Object.keys(problems).find((name) => isOf(fields, name));
      setOutcome({
        ...NOTHING,
        problems,
        failure: shown === undefined ? refusalText(error, otherwise) : null,
        needsConfirmation: error instanceof RequestRefused && error.status === 403,
      });
      if (shown !== undefined) focus(formRef.current, shown);
      return null;
    } finally {
      setPending(null);
    }
  }

  const params = { purpose };
  return {
    formRef,
    pending,
    ...outcome,
    async save(settings: ProviderSettings[P], key: string) {
      const body = { settings, key };
      const saving = api.put('/api/admin/providers/:purpose', { params, body });
      if ((await run('save', saving, providerTexts.notSaved)) === null) return;
      // Updates the frame, too: the labels of demo mode may go.
      revalidate();
      onSaved();
    },
    async test(settings: ProviderSettings[P], key: string) {
      const body = { settings, key };
      const testing = api.post('/api/admin/providers/:purpose/test', { params, body });
      const result = await run('test', testing, providerTexts.testFailed);
      if (result !== null) setOutcome({ ...NOTHING, result });
    },
    /** `address` is '' where there is only one. */
    findModels(address: string, key: string) {
      const body = { address, key };
      const finding = api.post('/api/admin/providers/:purpose/models', { params, body });
      return run('models', finding, providerTexts.failed);
    },
  };
}

export type ProviderFormState<P extends Purpose> = ReturnType<typeof useProviderForm<P>>;

function isOf(fields: readonly string[], name: string): boolean {
  return fields.some((field) => name === field || name.startsWith(`${field}.`));
}

function focus(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
