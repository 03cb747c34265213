import { Link } from '@remix-run/react';
import { type FormEvent, useId, useRef, useState } from 'react';

import { MAX_EMAIL, MAX_NAME, signInPath } from '~/features/accounts';
import { AreaField } from '~/ui/forms/area-field';
import { Field } from '~/ui/forms/field';
import { Button } from '~/ui/button';
import { FormError, Notice } from '~/ui/feedback/notice';
import { useDraftFields } from '~/ui/forms/drafts';

import { helpTexts } from '../../texts';
import {
  CONTACT_FIELDS,
  CONTACT_KINDS,
  type ContactField,
  type ContactKind,
  type ContactPerson,
  type ContactProblems,
  type RefusedContact,
  TRAP_FIELD,
  type TypedContact,
} from '../contact';
import { contactProblems } from '../contact-checks';
import type { Sent } from '../send-contact';

interface ContactFormProps {
  /** Null for a visitor. */
  person: ContactPerson | null;
  /** The kind that is selected initially. */
  kind?: ContactKind;
  /** Why the server refused the form when it was sent without JavaScript. */
  refused?: RefusedContact;
  /** The thanks for a form that was sent without JavaScript. */
  thanks?: string;
  onSent?: () => void;
}

/** The result of sending the form, or of its checks. */
interface Outcome {
  problems: ContactProblems;
  failure?: { text: string; needsLogin: boolean };
  thanks?: string;
}

/** Sends a message to the operator. Without JavaScript, it is posted like any form. */
export function ContactForm({ person, refused, thanks, onSent, ...props }: ContactFormProps) {
  const id = useId();
  const [kind, setKind] = useState<ContactKind>(
    refused?.kind ?? props.kind ?? (person ? 'suggestion' : 'support'),
  );
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(() => outcomeOf(refused, thanks));
  const form = useRef<HTMLFormElement>(null);
  const forget = useDraftFields(form, 'contact', CONTACT_FIELDS);
  const { problems, failure } = outcome;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (pending) return;
    const typed = typedInto(element);
    const found = contactProblems(kind, typed);
    setOutcome({ problems: found });
    if (focusFirst(element, found)) return;
    setPending(true);
    const sent = await send(kind, typed, valueOf(element, TRAP_FIELD));
    setPending(false);
    if (sent.ok) {
      element.reset();
      forget();
      setOutcome({ problems: {}, thanks: sent.text });
      onSent?.();
    } else {
      setOutcome(outcomeOf({ ...sent, message: sent.text }));
      focusFirst(element, sent.problems ?? {});
    }
  }

  /** Removes problems as they are fixed, and the thanks when something else is typed. */
  function recheck(about: ContactKind) {
    const element = form.current;
    if (!element || (Object.keys(problems).length === 0 && outcome.thanks === undefined)) return;
    const still = contactProblems(about, typedInto(element));
    const left = Object.entries(still).filter(([name]) => problems[name as ContactField]);
    setOutcome({ problems: Object.fromEntries(left) });
  }

  function choose(next: ContactKind) {
    setKind(next);
    if (failure) setOutcome({ problems });
    else recheck(next);
  }

  const field = (name: ContactField) => ({
    id: `${id}-${name}`,
    name,
    required: true,
    defaultValue: refused?.typed[name] ?? (name === 'details' ? '' : person?.[name]),
    errors: problems[name],
  });
  const signIn = (
    <Link
      to={signInPath(`/contact?kind=${kind}`)}
      className="font-medium underline underline-offset-4"
    >
      Sign in
    </Link>
  );

  return (
    <form
      ref={form}
      method="post"
      action="/contact"
      noValidate
      aria-label="Contact us"
      onSubmit={(event) => void submit(event)}
      onInput={() => recheck(kind)}
      className="@container space-y-4"
    >
      <ContactKindChoice value={kind} onChange={choose} />
      {kind === 'suggestion' && !person && !failure && (
        <p className="text-sm text-pretty text-muted">
          You need an account to send suggestions. {signIn}; what you’ve typed stays here.
        </p>
      )}
      <div className="grid gap-4 @md:grid-cols-2">
        <Field
          {...field('firstName')}
          label="First name"
          autoComplete="given-name"
          maxLength={MAX_NAME}
        />
        <Field
          {...field('lastName')}
          label="Last name"
          autoComplete="family-name"
          maxLength={MAX_NAME}
        />
      </div>
      <Field
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL}
      />
      <AreaField {...field('details')} label="Details" rows={5} />
      <TrapField />
      {/* Above the button, because in the menu the top of the form may be out of sight. */}
      {failure && (
        <FormError>
          {failure.text}
          {failure.needsLogin && <>. {signIn}</>}
        </FormError>
      )}
      {outcome.thanks !== undefined && <Notice>{outcome.thanks}</Notice>}
      <Button type="submit" pending={pending} className="w-full @md:w-auto">
        {kind === 'suggestion' ? 'Send suggestion' : 'Send request'}
      </Button>
    </form>
  );
}

/** A failure that is shown at fields isn't repeated above the button. */
function outcomeOf(
  refused: Pick<RefusedContact, 'message' | 'needsLogin' | 'problems'> | undefined,
  thanks?: string,
): Outcome {
  if (!refused) return { problems: {}, thanks };
  const { message: text, needsLogin, problems } = refused;
  return problems ? { problems } : { problems: {}, failure: { text, needsLogin } };
}

function valueOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

function typedInto(form: HTMLFormElement): TypedContact {
  return {
    firstName: valueOf(form, 'firstName'),
    lastName: valueOf(form, 'lastName'),
    email: valueOf(form, 'email'),
    details: valueOf(form, 'details'),
  };
}

/** Focuses the first field with a problem; false when there is none. */
function focusFirst(form: HTMLFormElement, problems: ContactProblems): boolean {
  const first = CONTACT_FIELDS.find((name) => problems[name] !== undefined);
  if (first === undefined) return false;
  const field = form.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
  return true;
}

/** The code that sends a message is loaded on use. */
async function send(kind: ContactKind, typed: TypedContact, trap: string): Promise<Sent> {
  try {
    const { sendContact } = await import('../send-contact');
    return await sendContact(kind, typed, trap);
  } catch {
    // Without a network, it can't be loaded either.
    const text = kind === 'suggestion' ? helpTexts.suggestionFailed : helpTexts.supportFailed;
    return { ok: false, text, needsLogin: false };
  }
}

const LABELS: Record<ContactKind, string> = { suggestion: 'Suggestion', support: 'Support' };

interface ContactKindChoiceProps {
  value: ContactKind;
  onChange: (kind: ContactKind) => void;
}

function ContactKindChoice({ value, onChange }: ContactKindChoiceProps) {
  return (
    <fieldset>
      <legend className="sr-only">What’s this about?</legend>
      <div className="grid grid-cols-2 gap-1 rounded-lg border bg-sunken p-1">
        {CONTACT_KINDS.map((kind) => (
          <label
            key={kind}
            className="relative grid h-9 place-items-center rounded-md text-sm font-medium text-muted transition-colors hover:text-text has-checked:bg-accent-soft has-checked:text-text has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-ring touch:h-11"
          >
            {/* It covers its label, because browsers scroll to the focused element. */}
            <input
              type="radio"
              name="kind"
              value={kind}
              checked={value === kind}
              onChange={() => onChange(kind)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {LABELS[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Invisible, not focusable, and hidden from screen readers, so that only robots fill it in. */
function TrapField() {
  return (
    <div aria-hidden="true" className="hidden">
      <label>
        Leave this empty
        <input name={TRAP_FIELD} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
