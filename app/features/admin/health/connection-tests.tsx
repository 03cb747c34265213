import { useId, useState } from 'react';

import { Button } from '~/ui/button';
import { FormError, Notice } from '~/ui/feedback/notice';
import { client, refusalText } from '~/http/client';

import { PARTS, type Connections, type ConnectionPart, type TestResult } from './connections';
import { SETUP_TEXTS } from '../texts';
import type { HealthApi } from './routes/health';

const api = client<HealthApi>();

const ABOUT: Record<ConnectionPart, { title: string; text: string; go: string }> = {
  ai: {
    title: 'AI provider',
    text: 'What answers in the chat and writes copy. The test asks it one word.',
    go: 'Test the AI provider',
  },
  images: {
    title: 'Images',
    text: 'What makes images in the media creator. The test asks whether it takes the key; no image is made.',
    go: 'Test the image service',
  },
  replicate: {
    title: 'Replicate',
    text: 'What trains LoRAs and makes videos. The test asks whose the token is; nothing is made.',
    go: 'Test Replicate',
  },
  mail: {
    title: 'Mail',
    text: 'Confirmations, new passwords and notices. The test sends a mail to you.',
    go: 'Send me a test mail',
  },
  objects: {
    title: 'Files',
    text: 'Attachments, images and long messages. The test stores a small file, reads it and deletes it.',
    go: 'Test the files',
  },
  payments: {
    title: 'Payments',
    text: 'Plans and packs of tokens. The test asks Stripe whether it takes the key; nothing is bought.',
    go: 'Test the payments',
  },
};

/** The connections, each with a button that tests it. */
export function ConnectionTests({ connections }: { connections: Connections }) {
  return (
    <ul className="divide-y rounded-xl border bg-raised">
      {PARTS.map((part) => (
        <ConnectionTest key={part} part={part} setting={connections[part]} />
      ))}
    </ul>
  );
}

function ConnectionTest({ part, setting }: { part: ConnectionPart; setting: string }) {
  const id = useId();
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<TestResult | null>(null);
  const { title, text, go } = ABOUT[part];

  function test() {
    setPending(true);
    setResult(null);
    api
      .post('/api/admin/connections/:part', { params: { part } })
      .then(setResult)
      .catch((error: unknown) =>
        setResult({ ok: false, text: refusalText(error, SETUP_TEXTS.testFailed) }),
      )
      .finally(() => setPending(false));
  }

  return (
    <li aria-labelledby={id} className="space-y-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="font-display text-lg font-semibold tracking-tight">
            {title}
          </h2>
          <p className="mt-1 break-words">{setting}</p>
          <p className="mt-1 text-sm text-pretty text-muted">{text}</p>
        </div>
        <Button variant="secondary" pending={pending} onClick={test}>
          {go}
        </Button>
      </div>
      {result !== null &&
        (result.ok ? <Notice>{result.text}</Notice> : <FormError>{result.text}</FormError>)}
    </li>
  );
}
