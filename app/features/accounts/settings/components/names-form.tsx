import { useMemo, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';

import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError, Notice } from '~/ui/feedback/notice';
import { useReload } from '~/ui/use-reload';
import { client, refusalText, refusedFields, SignedOut } from '~/http/client';

import { MAX_NAME, nameProblem, normalizeName } from '../../forms/account-fields';
import { ACCOUNT_TEXTS, FIELD_TEXTS } from '../../texts';
import {
  changedElsewhere,
  parseDraft,
  sameNames,
  type NamesDraft,
  type NamesTyped,
} from '../names-draft';
import type { AccountApi } from '../routes/account';

const api = client<AccountApi>();
const DRAFT = 'form:names';

type Problems = Partial<Record<keyof NamesTyped | 'form', string>>;

function problemsOf({ firstName, lastName }: NamesTyped): Problems {
  return {
    firstName: nameProblem(normalizeName(firstName), FIELD_TEXTS.firstNameMissing),
    lastName: nameProblem(normalizeName(lastName), FIELD_TEXTS.lastNameMissing),
  };
}

function problemsIn(error: unknown): Problems {
  const { firstName, lastName } = refusedFields(error);
  if (firstName ?? lastName) return { firstName, lastName };
  return { form: refusalText(error, ACCOUNT_TEXTS.namesFailed) };
}

/** The typed names, kept while the tab is open. */
function useDraft(): [NamesDraft | null, (draft: NamesDraft | null) => void] {
  const storedText = useSyncExternalStore(
    () => () => undefined,
    () => readTypedDraft(DRAFT),
    () => '',
  );
  const found = useMemo(() => parseDraft(storedText), [storedText]);
  // Undefined until something is typed on this page.
  const [typed, setTyped] = useState<NamesDraft | null | undefined>(undefined);
  const change = (draft: NamesDraft | null) => {
    setTyped(draft);
    writeDraft(DRAFT, draft === null ? '' : JSON.stringify(draft));
  };
  return [typed === undefined ? found : typed, change];
}

/** First and last name. Names saved in another tab show here too, unless the person is typing: then a notice says so. */
export function NamesForm({ firstName, lastName }: NamesTyped) {
  const loaded = { firstName, lastName };
  const [draft, setDraft] = useDraft();
  /** The names that were just saved, over those loaded at that time. */
  const [saved, setSaved] = useState<{ names: NamesTyped; over: NamesTyped } | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const reload = useReload();
  const stored = saved && sameNames(saved.over, loaded) ? saved.names : loaded;
  const shown = draft?.typed ?? stored;

  function type(part: Partial<NamesTyped>): void {
    const next = { typed: { ...shown, ...part }, base: draft?.base ?? stored };
    setDraft(sameNames(next.typed, stored) ? null : next);
    setProblems({});
    setDone(false);
  }

  function refuse(found: Problems): void {
    setProblems(found);
    const first = found.firstName !== undefined ? 'firstName' : 'lastName';
    if (found.form !== undefined) return;
    const field = form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    setDone(false);
    const found = problemsOf(shown);
    if (found.firstName !== undefined || found.lastName !== undefined) return refuse(found);
    const names = {
      firstName: normalizeName(shown.firstName),
      lastName: normalizeName(shown.lastName),
    };
    setPending(true);
    setProblems({});
    try {
      await api.post('/api/account/names', { body: names });
      setSaved({ names, over: loaded });
      setDraft(null);
      setDone(true);
      reload();
    } catch (error) {
      if (!(error instanceof SignedOut)) refuse(problemsIn(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)} className="space-y-5">
      <FormError>{problems.form}</FormError>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="First name"
          name="firstName"
          autoComplete="given-name"
          maxLength={2 * MAX_NAME}
          value={shown.firstName}
          onChange={(event) => type({ firstName: event.target.value })}
          errors={problems.firstName === undefined ? undefined : [problems.firstName]}
          required
        />
        <Field
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          maxLength={2 * MAX_NAME}
          value={shown.lastName}
          onChange={(event) => type({ lastName: event.target.value })}
          errors={problems.lastName === undefined ? undefined : [problems.lastName]}
          required
        />
      </div>
      {changedElsewhere(draft, stored) && (
        <p role="status" className="text-sm text-muted text-pretty">
          Your name was changed in another tab or on another device to{' '}
          <strong className="font-medium break-words text-text">
            {stored.firstName} {stored.lastName}
          </strong>
          . Saving replaces that.
        </p>
      )}
      <Button type="submit" pending={pending}>
        Save name
      </Button>
      {done && <Notice>{ACCOUNT_TEXTS.namesSaved}</Notice>}
    </form>
  );
}
