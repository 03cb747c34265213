/** Where a demo answers instead of a model, the page says so. */
export function AiDemoNote() {
  return (
    <p className="mt-5 max-w-2xl rounded-lg border bg-sunken px-4 py-3 text-sm text-muted">
      <strong className="font-medium text-text">This is a demo.</strong> No AI provider is set up on
      this server, so no model reads what you paste: what is proposed are sentences of your own
      material, so that you can try everything else.
    </p>
  );
}
