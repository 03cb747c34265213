import type { ReactNode } from 'react';

import { ConfirmLink } from '~/features/accounts';
import { Button } from '~/ui/button';
import { FormError, Notice } from '~/ui/feedback/notice';

import type { ProviderSettings, Purpose } from '../provider';
import type { ProviderFormState } from '../use-provider-form';

interface ProviderFormProps<P extends Purpose> {
  label: string;
  form: ProviderFormState<P>;
  settings: () => ProviderSettings[P];
  /** Empty for the saved one. */
  apiKey: string;
  testLabel?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** A provider's fields, what came of them, and the buttons. */
export function ProviderForm<P extends Purpose>({
  label,
  form,
  settings,
  apiKey,
  testLabel = 'Test connection',
  onCancel,
  children,
}: ProviderFormProps<P>) {
  const { formRef, pending, failure, needsConfirmation, result } = form;
  return (
    <form
      ref={formRef}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save(settings(), apiKey);
      }}
      className="space-y-5"
    >
      {children}
      <div className="space-y-4">
        <FormError>
          {failure !== null && (
            <>
              {failure} {needsConfirmation && <ConfirmLink path="/admin/providers" isNewTab />}
            </>
          )}
        </FormError>
        {result !== null &&
          (result.ok ? <Notice>{result.text}</Notice> : <FormError>{result.text}</FormError>)}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={pending === 'save'}>
            Save
          </Button>
          <Button
            variant="secondary"
            pending={pending === 'test'}
            onClick={() => void form.test(settings(), apiKey)}
          >
            {testLabel}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
