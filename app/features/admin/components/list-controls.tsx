import { Form, Link, useFetcher, useRevalidator } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { refusalText } from '~/http/client';
import { Button, buttonClass } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { Notice } from '~/ui/feedback/notice';

import type { answerAct } from '../act-answer.server';

interface FilterFormProps {
  /** The filter of the list that is shown, by the fields' names. */
  shown: Record<string, string>;
  /** The fields. */
  children: ReactNode;
}

/** The filter of a list. Going back restores the earlier values, and a new search keeps the focus. */
export function FilterForm({ shown, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const search = new URLSearchParams(shown).toString();
  const filledWith = useRef(search);
  useEffect(() => {
    // Keeps what someone typed before the page was hydrated.
    if (filledWith.current === search) return;
    filledWith.current = search;
    for (const [name, value] of new URLSearchParams(search)) {
      const field = form.current?.elements.namedItem(name);
      (field as HTMLInputElement | HTMLSelectElement).value = value;
    }
  }, [search]);

  return (
    <Form ref={form} role="search" className="mb-6 flex flex-wrap items-end gap-3">
      {children}
      <Button type="submit" variant="secondary" className="h-11 max-sm:basis-full">
        Show
      </Button>
    </Form>
  );
}

interface FilterChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [id: string, label: string])[];
}

export function FilterChoice({ label, name, value, options }: FilterChoiceProps) {
  const id = `choice-${name}`;
  return (
    <div className="max-w-full max-sm:min-w-36 max-sm:flex-1">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        className="h-11 max-w-full rounded-md border border-border-strong bg-field px-3 text-[0.9375rem] max-sm:w-full"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PageLinksProps {
  /** The filter of the list, by the fields' names. */
  filter: Record<string, string>;
  /** Where the next page begins; null on the last one. */
  cursor: string | null;
  /** It isn't the first page. */
  isLater: boolean;
}

/** Links to the next page of a list, and back to the first. */
export function PageLinks({ filter, cursor, isLater }: PageLinksProps) {
  return (
    <p className="mt-4 flex gap-3 empty:hidden">
      {isLater && (
        <Link
          to={`?${new URLSearchParams(filter)}`}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          Newest
        </Link>
      )}
      {cursor !== null && (
        <Link
          to={`?${new URLSearchParams({ ...filter, before: cursor })}`}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          Older
        </Link>
      )}
    </p>
  );
}

/** Acts on a row through the page's action, and shows the outcome. */
export function useRowAction() {
  const fetcher = useFetcher<typeof answerAct>();
  const outcome = useRef<HTMLDivElement>(null);
  const { done, problems } = fetcher.data ?? {};
  const isIdle = fetcher.state === 'idle';
  useEffect(() => {
    if (!isIdle) return;
    // The button that was pressed may disappear with its row.
    if (done !== undefined) outcome.current?.focus();
    // Below a long list it would go unseen.
    else if (problems !== undefined) outcome.current?.scrollIntoView({ block: 'center' });
  }, [isIdle, done, problems]);
  return {
    pendingId: isIdle ? null : fetcher.formData?.get('id'),
    act: (id: string) => fetcher.submit({ id }, { method: 'post' }),
    outcome: (
      <div ref={outcome} tabIndex={-1} className="my-3 rounded-md empty:hidden">
        {isIdle && done !== undefined && <Notice>{done}</Notice>}
        {isIdle && <FormError>{problems?.id}</FormError>}
      </div>
    ),
  };
}

/** Acts on a row through the API, and shows the outcome. */
export function useRowRequest() {
  const { revalidate } = useRevalidator();
  const [pendingId, setPendingId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState('');
  const outcome = useRef<HTMLParagraphElement>(null);

  async function request(
    id: string,
    call: Promise<unknown>,
    texts: { done: string; failed: string },
  ): Promise<void> {
    setPendingId(id);
    setFailure(undefined);
    setDone('');
    try {
      await call;
      setDone(texts.done);
      // The button that was pressed disappears.
      outcome.current?.focus();
    } catch (error) {
      setFailure(refusalText(error, texts.failed));
    } finally {
      setPendingId(null);
      // After a failure, too: someone else may have acted on the row.
      revalidate();
    }
  }
  return {
    pendingId,
    request,
    outcome: (
      <>
        <p ref={outcome} tabIndex={-1} role="status" className="mt-2 text-sm">
          {done}
        </p>
        <FormError>{failure}</FormError>
      </>
    ),
  };
}
