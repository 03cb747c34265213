import { useEffect, useRef, useState, type FormEvent } from 'react';

import { showFailure } from '~/features/accounts';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';
import { client, refusalText } from '~/http/client';
import { fieldsOf, parsedOf } from '~/lib/json';
import { FormButtons } from '~/ui/forms/form-buttons';

import { promptTexts } from '../texts';
import { MAX_PROMPT_NAME, MAX_PROMPT_TEXT, type Prompt } from '../prompt';
import type { PromptsApi } from '../routes/prompts';
import { blanksOf } from '../template';
import { TextArea } from './text-area';

const api = client<PromptsApi>();

interface PromptFormProps {
  /** Null for a new one. */
  prompt: Prompt | null;
  onDone(): void;
}

/** The form for a prompt. What is typed survives closing the window, until it is saved or canceled. */
export function PromptForm({ prompt, onDone }: PromptFormProps) {
  const draft = `prompt:${prompt?.id ?? 'new'}`;
  const [written, setWritten] = useState(
    () => readWritten(draft) ?? { name: prompt?.name ?? '', text: prompt?.text ?? '' },
  );
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  function write(change: Partial<typeof written>) {
    const next = { ...written, ...change };
    setWritten(next);
    writeDraft(draft, JSON.stringify(next));
  }

  function done() {
    writeDraft(draft, '');
    onDone();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    // In React, a portal's events also reach the message's form, which would send it.
    event.stopPropagation();
    if (pending) return;
    setPending(true);
    setProblem(undefined);
    try {
      if (prompt) {
        const { id, version } = prompt;
        await api.patch('/api/prompts/:id', { params: { id }, body: { ...written, version } });
      } else await api.post('/api/prompts', { body: written });
    } catch (error) {
      const text = refusalText(error, '');
      if (text === '') showFailure(error, promptTexts.saveFailed);
      else setProblem(text);
      setPending(false);
      return;
    }
    toastSuccess(promptTexts.saved);
    done();
  }

  const blanks = blanksOf(written.text);
  return (
    <form onSubmit={(event) => void save(event)} className="space-y-4">
      <FormError>{problem}</FormError>
      <Field
        ref={first}
        label="Name"
        value={written.name}
        maxLength={MAX_PROMPT_NAME}
        onChange={(event) => write({ name: event.target.value })}
      />
      <TextArea
        label="Text"
        rows={8}
        value={written.text}
        maxLength={MAX_PROMPT_TEXT}
        onChange={(text) => write({ text })}
        hint={
          blanks.length === 0
            ? 'No blanks yet. Write {{topic}} to add one.'
            : `Blanks: ${blanks.map(({ name }) => name).join(', ')}`
        }
      />
      <FormButtons label="Save" pending={pending} onCancel={done} />
    </form>
  );
}

function readWritten(draft: string): { name: string; text: string } | null {
  const { name, text } = fieldsOf(parsedOf(readTypedDraft(draft)));
  return typeof name === 'string' && typeof text === 'string' ? { name, text } : null;
}
