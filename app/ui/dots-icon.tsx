/** The three dots of a row's menu. Plain, because a page may draw it for each of many rows. */
export function DotsIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4">
      <path
        d="M5 12h.01M12 12h.01M19 12h.01"
        className="stroke-current stroke-4 [stroke-linecap:round]"
      />
    </svg>
  );
}
