import { useEffect, useRef } from 'react';

/** Sends the browser's IANA zone along; without JavaScript it stays empty. */
export function TimeZoneInput() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return <input ref={input} type="hidden" name="timeZone" />;
}
