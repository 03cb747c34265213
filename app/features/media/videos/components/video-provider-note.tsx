import { Info } from 'lucide-react';

/** Plainly, where nothing is set up that makes videos. */
export function VideoProviderNote() {
  return (
    <div className="px-5 pb-6 sm:px-8 @4xl:px-6">
      <div className="flex gap-3 rounded-lg border border-accent/40 bg-accent-soft p-4 text-sm text-pretty">
        <Info className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
        <div className="min-w-0 space-y-2">
          <h2 className="font-medium">Videos need a provider</h2>
          <p>
            No video provider is connected to this server, and there is no demo of one. Whoever runs
            it sets <Name>REPLICATE_API_TOKEN</Name> and lists a video model in{' '}
            <Name>MEDIA_MODELS</Name>, in the server’s <Name>.env</Name> file.
          </p>
        </div>
      </div>
    </div>
  );
}

function Name({ children }: { children: string }) {
  return <code className="font-mono text-[0.9em] wrap-anywhere">{children}</code>;
}
