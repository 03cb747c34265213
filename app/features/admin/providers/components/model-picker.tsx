import { useId, useRef, useState, type ReactNode } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { Plus, X } from '~/ui/display/shared-icons';
import { isComposing } from '~/ui/keyboard';

import type { ListedModel } from '../provider';

interface ModelPickerProps {
  /** The chosen ones, the default first. */
  chosen: readonly string[];
  onChoose: (model: ListedModel) => void;
  onRemove: (id: string) => void;
  onMakeDefault: (id: string) => void;
  /** The fields of a chosen model. */
  fieldsOf: (id: string, index: number) => ReactNode;
  /** What the server lists; null before it was asked. */
  listed: readonly ListedModel[] | null;
  onFind: () => void;
  isFinding: boolean;
  problem: string | undefined;
}

/** More are found by searching. */
const SHOWN = 60;

/** The models to offer: from the server's list, or typed. */
export function ModelPicker(props: ModelPickerProps) {
  const { chosen, onChoose, onRemove, listed, onFind, isFinding, problem } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="text-sm font-medium">
          Models
        </h3>
        <Button variant="secondary" size="sm" pending={isFinding} onClick={onFind}>
          {listed === null ? 'Find models' : 'Find again'}
        </Button>
      </div>
      {chosen.length === 0 ? (
        <p className="text-sm text-muted">
          {listed !== null && listed.length > 0
            ? 'Choose one or more of these.'
            : 'None yet. Find the models of this provider and choose one or more.'}
        </p>
      ) : (
        <ChosenModels {...props} />
      )}
      {problem !== undefined && <p className="text-sm text-danger">{problem}</p>}
      <div role="status">
        {listed !== null && (
          <p className="text-sm text-muted">
            {listed.length === 0
              ? 'This server lists no models. Add one by its name.'
              : `It works: ${listed.length} ${listed.length === 1 ? 'model' : 'models'} found.`}
          </p>
        )}
      </div>
      {listed !== null && listed.length > 0 && (
        <ModelList listed={listed} chosen={chosen} onChoose={onChoose} onRemove={onRemove} />
      )}
      <AddByName onAdd={(name) => onChoose({ id: name })} />
    </section>
  );
}

function ChosenModels({ chosen, onRemove, onMakeDefault, fieldsOf }: ModelPickerProps) {
  return (
    <ul aria-label="Chosen models" className="divide-y rounded-lg border">
      {chosen.map((model, index) => (
        <li
          key={model}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-3 py-2"
          aria-label={model}
        >
          <span className="min-w-0 text-sm font-medium wrap-anywhere">
            {model}
            {index === 0 && <span className="ml-2 font-normal text-muted">Default</span>}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${model}`}
            onClick={() => onRemove(model)}
          >
            <X aria-hidden className="size-4" />
          </Button>
          <span className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            {fieldsOf(model, index)}
            {index > 0 && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Make ${model} the default`}
                onClick={() => onMakeDefault(model)}
              >
                Make default
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ModelList({
  listed,
  chosen,
  onChoose,
  onRemove,
}: Pick<ModelPickerProps, 'chosen' | 'onChoose' | 'onRemove'> & {
  listed: readonly ListedModel[];
}) {
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = listed.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)));
  const shown = found.slice(0, SHOWN);
  return (
    <div className="space-y-2">
      {listed.length > 8 && (
        <Field
          label="Search models"
          type="search"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div
        role="group"
        aria-label="Models of this provider"
        className="max-h-72 overflow-y-auto rounded-lg border py-1"
      >
        {shown.map((model) => (
          <label
            key={model.id}
            className="flex min-h-9 cursor-pointer items-center gap-3 px-3 py-1.5 text-sm hover:bg-hover touch:min-h-11"
          >
            <input
              type="checkbox"
              checked={chosen.includes(model.id)}
              onChange={({ target }) => (target.checked ? onChoose(model) : onRemove(model.id))}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">{model.id}</span>
          </label>
        ))}
        {found.length === 0 && (
          <p className="px-3 py-2 text-sm text-muted">No matches. Try fewer words.</p>
        )}
        {found.length > SHOWN && (
          <p className="px-3 py-2 text-sm text-muted">
            {found.length - SHOWN} more. Search to narrow them down.
          </p>
        )}
      </div>
    </div>
  );
}

function AddByName({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = () => {
    if (name.trim() === '') return input.current?.focus();
    onAdd(name.trim());
    setName('');
    input.current?.focus();
  };
  return (
    <div className="flex items-end gap-2">
      <Field
        ref={input}
        label="Add a model by name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          // It adds the model, and doesn't save the form.
          event.preventDefault();
          add();
        }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        className="min-w-0 flex-1"
      />
      <Button variant="secondary" className="h-11" onClick={add}>
        <Plus aria-hidden className="size-4" />
        Add
      </Button>
    </div>
  );
}
