import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';

import { buttonClass } from '~/ui/button';
import { Menu } from '~/ui/menu';
import type { MenuEntry } from '~/ui/menu-props';

import { withMade, type GalleryFilter } from '../gallery-list';
import type { LoraView } from '../../media';
import { requestReadyLoras } from '../../media-requests';

interface MadeFilterProps {
  filter: GalleryFilter;
  onChange: (filter: GalleryFilter) => void;
}

/** Images or videos only, or what was made with one LoRA. */
export function MadeFilter({ filter, onChange }: MadeFilterProps) {
  const [loras, setLoras] = useState<readonly LoraView[]>([]);
  const asked = useRef(false);
  const { kind, loraId } = filter;

  /** Who reaches for the menu is about to read it. */
  function load() {
    if (asked.current) return;
    asked.current = true;
    requestReadyLoras().then(setLoras, () => {
      // The other choices are there all the same; the next reach asks again.
      asked.current = false;
    });
  }

  const choice = (
    label: string,
    checked: boolean,
    made: Parameters<typeof withMade>[1],
  ): MenuEntry => ({
    kind: 'choice',
    label,
    checked,
    onSelect: () => onChange(withMade(filter, made)),
  });
  const entries: MenuEntry[] = [
    choice('Everything', kind === undefined && loraId === undefined, {}),
    choice('Images', kind === 'image', { kind: 'image' }),
    choice('Videos', kind === 'video', { kind: 'video' }),
    ...(loras.length > 0 ? [{ kind: 'separator' } as const] : []),
    ...loras.map(({ id, name }) => choice(`Made with ${name}`, loraId === id, { loraId: id })),
  ];
  const chosen = entries.find((entry) => entry.kind === 'choice' && entry.checked);
  const text = chosen?.kind === 'choice' ? chosen.label : 'Made with a LoRA';
  const isSet = kind !== undefined || loraId !== undefined;
  return (
    <span onPointerEnter={load} onFocus={load} className="inline-flex min-w-0">
      <Menu
        label={`Show: ${text}`}
        entries={entries}
        className={`${buttonClass({ variant: 'secondary', size: 'sm' })} max-w-52 ${isSet ? 'border-accent! bg-accent-soft!' : ''}`}
      >
        <span className="truncate">{text}</span>
        <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
      </Menu>
    </span>
  );
}
