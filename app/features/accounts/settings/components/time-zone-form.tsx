import { useId, useState, useSyncExternalStore, type FormEvent } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError, Notice } from '~/ui/feedback/notice';
import { RadioCard } from '~/ui/forms/radio-card';
import { formatTime } from '~/lib/format/dates';
import { MINUTE_MS } from '~/lib/time';
import { useReload } from '~/ui/use-reload';
import { client, refusalText, SignedOut } from '~/http/client';

import { validTimeZone } from '../../forms/account-fields';
import { ACCOUNT_TEXTS } from '../../texts';
import type { AccountApi } from '../routes/account';

const api = client<AccountApi>();

export interface TimeZoneFormProps {
  /** Null if the browser's zone is used. */
  chosen: string | null;
  /** The browser's zone at the last sign-in. */
  browser: string | null;
}

/** The zone in which dates and times are shown. */
export function TimeZoneForm({ chosen, browser }: TimeZoneFormProps) {
  /** Valid only while the stored zone is the one at the time of typing. */
  const [typed, setTyped] = useState<{ zone: string | null; over: string | null } | null>(null);
  const [problem, setProblem] = useState<{ field?: string; form?: string }>({});
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState(false);
  const reload = useReload();
  const list = useId();
  const zone = typed?.over === chosen ? typed.zone : chosen;
  const time = useTimeIn(zone);

  function change(next: string | null): void {
    setTyped({ zone: next, over: chosen });
    setProblem({});
    setDone(false);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    setDone(false);
    const timeZone = zone === null ? null : validTimeZone(zone.trim());
    if (zone !== null && timeZone === null) {
      setProblem({ field: ACCOUNT_TEXTS.timeZoneUnknown });
      return;
    }
    setPending(true);
    setProblem({});
    try {
      await api.post('/api/account/time-zone', { body: { timeZone } });
      setTyped({ zone: timeZone, over: chosen });
      setDone(true);
      reload();
    } catch (error) {
      if (!(error instanceof SignedOut)) {
        setProblem({ form: refusalText(error, ACCOUNT_TEXTS.timeZoneFailed) });
      }
    } finally {
      setPending(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="space-y-5">
      <FormError>{problem.form}</FormError>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Which time zone to use</legend>
        <RadioCard
          name="zone"
          value="browser"
          checked={zone === null}
          onChange={() => change(null)}
          label="Match my browser"
        >
          {browser === null
            ? 'It’s updated each time you sign in.'
            : `At your last sign-in: ${browser}.`}
        </RadioCard>
        <RadioCard
          name="zone"
          value="chosen"
          checked={zone !== null}
          onChange={() => change(chosen ?? '')}
          label="Fixed"
        >
          The same wherever you are.
        </RadioCard>
      </fieldset>
      {zone !== null && (
        <>
          <Field
            label="Time zone"
            name="timeZone"
            list={list}
            autoComplete="off"
            spellCheck={false}
            placeholder="Type a city, such as Berlin"
            value={zone}
            onChange={(event) => change(event.target.value)}
            hint={time}
            errors={problem.field === undefined ? undefined : [problem.field]}
            required
          />
          <ZoneList id={list} />
        </>
      )}
      <Button type="submit" variant="secondary" pending={pending}>
        Save time zone
      </Button>
      {done && <Notice>{ACCOUNT_TEXTS.timeZoneSaved}</Notice>}
    </form>
  );
}

/** All zones that the browser knows; it filters them as the person types. */
function ZoneList({ id }: { id: string }) {
  const zones = useSyncExternalStore(NEVER, allZones, noZones);
  return (
    <datalist id={id}>
      {zones.map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}

const NEVER = () => () => undefined;
const NO_ZONES: readonly string[] = [];
const noZones = () => NO_ZONES;
let zones: readonly string[] | undefined;
const allZones = () => (zones ??= Intl.supportedValuesOf('timeZone'));

/** The current time there, so that people recognize the right zone. Not rendered on the server: it would be out of date. */
function useTimeIn(typed: string | null): string | undefined {
  const now = useSyncExternalStore(NEVER, startOfMinute, () => null);
  const timeZone = typed === null ? null : validTimeZone(typed.trim());
  if (timeZone === null || now === null) return undefined;
  return `It’s ${formatTime(new Date(now), timeZone)} there now.`;
}

const startOfMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
