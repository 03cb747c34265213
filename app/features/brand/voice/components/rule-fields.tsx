import { type ReactNode, useId } from 'react';

import { Button } from '~/ui/button';
import { AreaField } from '~/ui/forms/area-field';
import { Field } from '~/ui/forms/field';

import type { RuleProblems } from '../clean-rule';
import { RULE_KINDS, RULE_LIMITS, SEVERITIES } from '../rule';
import { type RuleDraft, withKind } from '../rule-draft';
import { type FormatName, KIND_GUIDES, SEVERITY_GUIDES } from '../rule-kinds';

interface RuleFieldsProps {
  draft: RuleDraft;
  problems: RuleProblems;
  /** The passages that the rule never flags. */
  exceptions: readonly string[];
  formats: readonly FormatName[];
  isNew: boolean;
  write: (change: Partial<RuleDraft>) => void;
}

const SELECT = 'h-11 w-full rounded-md border border-border-strong bg-field px-3 text-[0.9375rem]';
const CHOICE =
  'flex min-h-10 items-center gap-2.5 rounded-md text-sm touch:min-h-11 [&>input]:size-4 [&>input]:shrink-0 [&>input]:accent-accent';

/** The fields that this kind of rule has. */
export function RuleFields(props: RuleFieldsProps) {
  const { draft, problems, isNew, write } = props;
  const id = useId();
  const guide = KIND_GUIDES[draft.kind];
  const errors = (field: keyof RuleProblems) =>
    problems[field] === undefined ? undefined : [problems[field]];
  const replacement = guide.replacement !== null && (
    <Field
      label={guide.replacement}
      value={draft.replacement}
      maxLength={RULE_LIMITS.replacement}
      autoComplete="off"
      errors={errors('replacement')}
      onChange={({ target }) => write({ replacement: target.value })}
    />
  );
  return (
    <>
      {isNew ? (
        <div>
          <label htmlFor={`${id}-kind`} className="mb-1.5 block text-sm font-medium">
            Kind
          </label>
          <select
            id={`${id}-kind`}
            value={draft.kind}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              const kind = RULE_KINDS.find((one) => one === target.value);
              if (kind) write(withKind(draft, kind));
            }}
            className={SELECT}
          >
            {RULE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_GUIDES[kind].label}
              </option>
            ))}
          </select>
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-pretty text-muted">
            {guide.hint}
          </p>
        </div>
      ) : (
        <p className="text-sm text-pretty text-muted">
          <span className="font-medium text-text">{guide.label}:</span> {guide.hint}
        </p>
      )}
      {guide.terms !== null && (
        <div>
          <AreaField
            label={guide.terms}
            value={draft.terms}
            placeholder={guide.example}
            rows={3}
            maxLength={RULE_LIMITS.terms * (RULE_LIMITS.term + 1)}
            errors={errors('terms')}
            onChange={({ target }) => write({ terms: target.value })}
          />
          <p className="mt-1.5 text-sm text-muted">One per line.</p>
        </div>
      )}
      {replacement}
      {guide.max && (
        <Field
          label={guide.max.label}
          type="number"
          inputMode="numeric"
          min={guide.max.from}
          max={guide.max.to}
          step={1}
          value={draft.max}
          errors={errors('max')}
          onChange={({ target }) => write({ max: target.value })}
          className="max-w-40"
        />
      )}
      {draft.kind === 'person' && (
        <Choices legend="Who speaks?" problem={problems.person}>
          <div className="flex flex-wrap gap-x-6">
            {(['we', 'I'] as const).map((person) => (
              <label key={person} className={CHOICE}>
                <input
                  type="radio"
                  name="person"
                  checked={draft.person === person}
                  data-invalid={problems.person !== undefined || undefined}
                  onChange={() => write({ person })}
                />
                {person === 'we' ? '“We,” the business' : '“I,” one person'}
              </label>
            ))}
          </div>
        </Choices>
      )}
      <Choices legend="How strict is it?">
        {SEVERITIES.map((severity) => (
          <label key={severity} className={CHOICE}>
            <input
              type="radio"
              name="severity"
              checked={draft.severity === severity}
              onChange={() => write({ severity })}
            />
            <span>
              <span className="font-medium">{SEVERITY_GUIDES[severity].label}.</span>{' '}
              <span className="text-muted">{SEVERITY_GUIDES[severity].hint}</span>
            </span>
          </label>
        ))}
      </Choices>
      <Scope {...props} />
      <Field
        label="Reason (optional)"
        value={draft.reason}
        maxLength={RULE_LIMITS.reason}
        autoComplete="off"
        errors={errors('reason')}
        hint="Shown to people whose text breaks the rule."
        onChange={({ target }) => write({ reason: target.value })}
      />
      <Exceptions {...props} />
    </>
  );
}

interface ChoicesProps {
  legend: string;
  problem?: string | undefined;
  children: ReactNode;
}

function Choices({ legend, problem, children }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-0.5 text-sm font-medium">{legend}</legend>
      {children}
      {problem !== undefined && <p className="mt-1 text-sm text-danger">{problem}</p>}
    </fieldset>
  );
}

/** Where the rule applies. */
function Scope({ draft, problems, formats, write }: RuleFieldsProps) {
  return (
    <Choices legend="Where does it apply?" problem={problems.formats}>
      <label className={CHOICE}>
        <input
          type="radio"
          name="everywhere"
          checked={draft.everywhere}
          onChange={() => write({ everywhere: true })}
        />
        Everywhere, chat included
      </label>
      <label className={CHOICE}>
        <input
          type="radio"
          name="everywhere"
          checked={!draft.everywhere}
          onChange={() => write({ everywhere: false })}
        />
        Only in some formats
      </label>
      {!draft.everywhere && (
        <div className="mt-1 grid grid-cols-2 gap-x-3 sm:ml-6.5">
          {formats.map(({ id, name }) => (
            <label key={id} className={CHOICE}>
              <input
                type="checkbox"
                checked={draft.formats.includes(id)}
                aria-invalid={problems.formats !== undefined || undefined}
                onChange={({ target }) => {
                  const others = draft.formats.filter((other) => other !== id);
                  write({ formats: target.checked ? [...others, id] : others });
                }}
              />
              {name}
            </label>
          ))}
        </div>
      )}
    </Choices>
  );
}

/** The passages that the rule never flags, which can be flagged again. */
function Exceptions({ draft, exceptions, write }: RuleFieldsProps) {
  const left = exceptions.filter((passage) => !draft.flagAgain.includes(passage));
  if (exceptions.length === 0) return null;
  return (
    <section aria-label="Exceptions">
      <h3 className="text-sm font-medium">Never flagged</h3>
      {left.length === 0 ? (
        <p className="mt-1 text-sm text-muted">Everything is flagged again once you save.</p>
      ) : (
        <ul className="mt-1 max-h-48 divide-y overflow-y-auto rounded-lg border">
          {left.map((passage) => (
            <li key={passage} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3 text-sm">
              <span className="min-w-0 flex-1 wrap-anywhere">“{passage}”</span>
              <Button
                variant="ghost"
                size="sm"
                onClick={() => write({ flagAgain: [...draft.flagAgain, passage] })}
              >
                Flag again<span className="sr-only">: {passage}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
