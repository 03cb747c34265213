import { useNavigate } from '@remix-run/react';
import { useState } from 'react';

import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlays/dialog';
import { refusalText, SignedOut } from '~/http/client';

import { listed, pageTexts } from '../../page/texts';
import { refusalOf } from '../picked-files';
import { beginImport } from '../../uploads/use-upload';

export interface ImportOfferProps {
  /** Null while the window is closed. */
  files: readonly File[] | null;
  onClose: () => void;
  /** Called with files that a message can take. */
  onAttach: (files: readonly File[]) => void;
}

const PAGE = '/settings?tab=importexport';
const isJson = ({ name }: File) => /\.json$/i.test(name);

/** Asks whether files that look like an export should be imported. */
export function ImportOfferWindow({ files, onClose, onAttach }: ImportOfferProps) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = files ?? [];
  const one = shown.length === 1;
  const attachable = shown.length > 0 && shown.every(isJson);

  function close() {
    setProblem(null);
    onClose();
  }

  async function begin() {
    const refusal = refusalOf(shown);
    if (refusal !== null) return setProblem(refusal);
    setPending(true);
    try {
      await beginImport(shown);
      close();
      navigate(PAGE);
    } catch (error) {
      if (!(error instanceof SignedOut)) setProblem(refusalText(error, pageTexts.beginFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open={files !== null}
      onOpenChange={(open) => open || close()}
      title="Import from ChatGPT?"
      description={
        <span className="wrap-anywhere">
          {listed(shown.map(({ name }) => `“${name}”`))} {one ? 'looks' : 'look'} like a chat
          export. You’ll see what’s inside before anything is imported.
          {!attachable && ' ZIP files can’t be attached to a message.'}
        </span>
      }
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          {attachable && (
            <Button
              variant="secondary"
              onClick={() => {
                onAttach(shown);
                close();
              }}
            >
              Attach instead
            </Button>
          )}
          <Button pending={pending} onClick={() => void begin()}>
            Import
          </Button>
        </>
      }
    >
      {problem === null ? undefined : (
        <p role="alert" className="text-sm text-danger text-pretty wrap-anywhere">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
