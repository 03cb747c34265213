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
    text: 'Answers chats and writes copy. The test asks for one word.',
    go: 'Test AI provider',
  },
  images: {
    title: 'Images',
    text: 'Creates images. The test checks the key without creating one.',
    go: 'Test image service',
  },
  replicate: {
    title: 'Replicate',
    text: 'Trains LoRAs and creates videos. The test checks the token without creating anything.',
    go: 'Test Replicate',
  },
  mail: {
    title: 'Email',
    text: 'Sends confirmations, password links, and notices. The test sends you an email.',
    go: 'Send a test email',
  },
  objects: {
    title: 'Files',
    text: 'Stores attachments, images, and long messages. The test stores, reads, and deletes a small file.',
    go: 'Test file storage',
  },
  payments: {
    title: 'Payments',
    text: 'Sells plans and tokens. The test checks the Stripe key without buying anything.',
    go: 'Test payments',
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
