import { useEffect, useState } from 'react';

import type { ChecklistCard } from './checklist-card';

/** The checklist of new accounts. It comes after the page has been painted, and takes no place in its layout. */
export function Checklist() {
  const [card, setCard] = useState<{ ChecklistCard: typeof ChecklistCard }>();
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without its code there is no checklist on this visit.
      import('./checklist-card').then(setCard, () => {});
    }, AFTER_PAINT_MS);
    return () => clearTimeout(timer);
  }, []);
  return card ? <card.ChecklistCard /> : null;
}

const AFTER_PAINT_MS = 200;
