import { useEffect, useState } from 'react';

import type { ChecklistItem } from '../../onboarding';
import type * as Card from './checklist-card';

interface Loaded {
  items: ChecklistItem[];
  ChecklistCard: typeof Card.ChecklistCard;
}

/** The checklist of new accounts. It comes after the page has been painted, and takes no place in its layout. */
export function Checklist() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      import('./checklist-card')
        .then(async ({ requestChecklist, ChecklistCard }) => {
          const items = await requestChecklist();
          if (current && items !== null) setLoaded({ items, ChecklistCard });
        })
        .catch(() => {
          // The next visit of the page tries again.
        });
    }, AFTER_PAINT_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, []);
  if (loaded === null) return null;
  const { items, ChecklistCard } = loaded;
  return <ChecklistCard items={items} onDismissed={() => setLoaded(null)} />;
}

const AFTER_PAINT_MS = 200;
