import { keyNames } from './shortcuts';
import { useIsMac } from './use-shortcut';

/** The keys of a shortcut, each as a key. */
export function Keys({ keys, className = '' }: { keys: string; className?: string }) {
  const names = keyNames(keys, useIsMac());
  return (
    <span className={`inline-flex shrink-0 gap-1 ${className}`}>
      {names.map((name) => (
        <kbd
          key={name}
          className="min-w-6 rounded-sm border border-border-strong/60 bg-field px-1.5 py-0.5 text-center font-sans text-xs leading-4 text-muted"
        >
          {name}
        </kbd>
      ))}
    </span>
  );
}
