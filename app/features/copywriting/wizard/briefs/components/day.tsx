export function Day({ at }: { at: number }) {
  const date = new Date(at);
  return (
    // Server and browser may be in different time zones.
    <time dateTime={date.toISOString()} suppressHydrationWarning>
      {date.toLocaleDateString(undefined, { dateStyle: 'medium' })}
    </time>
  );
}
