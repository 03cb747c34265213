/** A moment, in UTC: admins compare it with logs. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <>never</>;
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {at.slice(0, 16).replace('T', ' ')} UTC
    </time>
  );
}
