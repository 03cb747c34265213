import { TRAP_FIELD } from '../contact';

/** Out of sight, out of the order of tabs and unnamed for screen readers: only robots fill it in. */
export function TrapField() {
  return (
    <div aria-hidden="true" className="hidden">
      <label>
        Leave this empty
        <input name={TRAP_FIELD} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
