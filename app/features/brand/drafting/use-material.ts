import { useEffect, useRef, useState } from 'react';

import { client, refusalText, SignedOut } from '~/http/client';

import type { ReadMaterial } from './material';
import type { MaterialApi } from './routes/material';
import { draftTexts } from './texts';

const api = client<MaterialApi>();

export interface MaterialReader {
  /** What is being read; null when nothing is. */
  reading: string | null;
  /** Why the last attempt failed. */
  problem: string | null;
  readWebsite(address: string): Promise<ReadMaterial | null>;
  readFile(file: File): Promise<ReadMaterial | null>;
  cancel(): void;
}

/** Reads a website or a file on the server, one at a time. Resolves to null when it failed or was canceled. */
export function useMaterial(): MaterialReader {
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  async function read(
    name: string,
    request: (signal: AbortSignal) => Promise<ReadMaterial>,
    otherwise: string,
  ): Promise<ReadMaterial | null> {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setReading(name);
    setProblem(null);
    try {
      const found = await request(own.signal);
      return own.signal.aborted ? null : found;
    } catch (error) {
      if (!own.signal.aborted && !(error instanceof SignedOut)) {
        setProblem(refusalText(error, otherwise));
      }
      return null;
    } finally {
      if (current.current === own) {
        current.current = null;
        setReading(null);
      }
    }
  }

  return {
    reading,
    problem,
    readWebsite: (address) =>
      read(
        address,
        (signal) => api.post('/api/brand-material/website', { body: { address }, signal }),
        draftTexts.websiteFailed,
      ),
    readFile: (file) =>
      read(
        file.name,
        (signal) =>
          api.post('/api/brand-material/file', {
            bytes: file,
            headers: { 'X-File-Name': encodeURIComponent(file.name.toWellFormed()) },
            signal,
          }),
        draftTexts.fileFailed,
      ),
    cancel() {
      current.current?.abort();
      current.current = null;
      setReading(null);
    },
  };
}
