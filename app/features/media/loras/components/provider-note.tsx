import { Info } from 'lucide-react';

/** Plainly, where nothing can be trained. */
export function ProviderNote() {
  return (
    <section
      aria-label="Training provider"
      className="flex gap-3 rounded-lg border border-accent/40 bg-accent-soft px-4 py-3 text-sm text-pretty"
    >
      <Info className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
      <p>
        Training needs a provider, and none is connected to this server yet. Whoever runs it sets{' '}
        <code className="font-mono text-[0.9em] wrap-anywhere">REPLICATE_API_TOKEN</code> in its
        environment and starts it again. Until then you can collect your pictures and describe them
        here.
      </p>
    </section>
  );
}
