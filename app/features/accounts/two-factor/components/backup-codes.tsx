import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';

export interface BackupCodesProps {
  codes: string[];
  onDone: () => void;
}

/** The codes, with the ways to keep them. */
export function BackupCodes({ codes, onDone }: BackupCodesProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = () => `Backup codes for Brandwright\n\n${codes.join('\n')}\n`;
  return (
    <div className="space-y-5">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border bg-sunken p-4 font-mono text-[0.9375rem] outline-none"
      >
        {codes.map((code) => (
          <li key={code} className="text-center tracking-wide">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton
          label="Copy"
          size="md"
          variant="secondary"
          text={text}
          copied="The backup codes are copied."
          failed="They could not be copied. Please select them and copy them yourself."
        />
        <Button variant="secondary" onClick={() => download(text())}>
          Download
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'brandwright-backup-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
