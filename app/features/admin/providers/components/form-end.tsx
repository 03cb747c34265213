import { ConfirmLink } from '~/features/accounts';
import { Button } from '~/ui/button';
import { FormError, Notice } from '~/ui/feedback/notice';

import type { ProviderForm } from '../use-provider-form';

interface FormEndProps {
  form: Pick<ProviderForm, 'pending' | 'failure' | 'needsConfirmation' | 'result'>;
  testLabel?: string;
  onTest: () => void;
  onCancel: () => void;
}

/** What came of the form, and its buttons. */
export function FormEnd({ form, testLabel = 'Test connection', onTest, onCancel }: FormEndProps) {
  const { pending, failure, needsConfirmation, result } = form;
  return (
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
        <Button variant="secondary" pending={pending === 'test'} onClick={onTest}>
          {testLabel}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
