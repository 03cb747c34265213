import { Link, useLocation } from '@remix-run/react';
import { ChevronDown, Circle, CircleCheck } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText, requestAsVisitor } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { Button } from '~/ui/button';
import { X } from '~/ui/display/shared-icons';

import type { ChecklistItem } from '../../onboarding';
import type { OnboardingApi } from '../../steps/routes/onboarding';
import { onboardingTexts } from '../../texts';

const api = client<OnboardingApi>();
/** What no one asked for doesn't lead to sign-in either. */
const quietly = client<OnboardingApi>(requestAsVisitor);

/** In the tab's drafts, which belong to one person: `none` when there is no checklist, else whether it is folded up. */
const KEPT = 'checklist';

/** Null when there is none; then this tab doesn't ask again. */
async function requestChecklist(): Promise<ChecklistItem[] | null> {
  if (readTypedDraft(KEPT) === 'none') return null;
  const { items } = await quietly.get('/api/onboarding/checklist');
  if (items === null) writeDraft(KEPT, 'none');
  return items;
}

/** Where there is room beside what the page is for. */
const ROOMY = '(min-width: 1280px) and (min-height: 860px)';

interface ItemsCardProps {
  items: readonly ChecklistItem[];
  onDismissed: () => void;
}

/** What a new account can do next; nothing for everyone else. */
export function ChecklistCard() {
  const [items, setItems] = useState<ChecklistItem[] | null>(null);
  useEffect(() => {
    let current = true;
    requestChecklist().then(
      (found) => current && setItems(found),
      () => {
        // The next visit of the page asks again.
      },
    );
    return () => {
      current = false;
    };
  }, []);
  return items && <ItemsCard items={items} onDismissed={() => setItems(null)} />;
}

/** Folded up to one line where space is scarce. */
function ItemsCard({ items, onDismissed }: ItemsCardProps) {
  const id = useId();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(() => {
    const kept = readTypedDraft(KEPT);
    return kept === '' ? matchMedia(ROOMY).matches : kept === 'open';
  });
  const [dismissing, setDismissing] = useState(false);
  const done = items.filter((item) => item.done).length;
  const all = done === items.length;

  function toggle() {
    writeDraft(KEPT, open ? 'folded' : 'open');
    setOpen(!open);
  }

  async function dismiss() {
    setDismissing(true);
    try {
      await api.post('/api/onboarding/dismissal');
      writeDraft(KEPT, 'none');
      messageField()?.focus();
      onDismissed();
    } catch (error) {
      showFailure(error, refusalText(error, onboardingTexts.dismissFailed));
      setDismissing(false);
    }
  }

  return (
    <section
      aria-label={onboardingTexts.checklist}
      className="pointer-events-auto w-72 max-w-full animate-fade-in rounded-lg border bg-raised text-left text-sm shadow-overlay"
    >
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg px-3.5 -outline-offset-2"
        >
          <span className="font-medium">
            {all ? onboardingTexts.checklistDone : onboardingTexts.checklist}
          </span>
          <span aria-hidden="true" className="text-muted tabular-nums">
            {done}/{items.length}
          </span>
          <span className="sr-only">
            {done} of {items.length} done
          </span>
          <ChevronDown
            className={`ml-auto size-4 shrink-0 text-muted transition-transform ${open ? 'rotate-180' : ''}`}
            aria-hidden="true"
          />
        </button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Dismiss checklist"
          title="Dismiss checklist"
          pending={dismissing}
          onClick={() => void dismiss()}
          className="mr-1"
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <div id={id}>
        {open && (
          <ul className="border-t p-1.5">
            {items.map((item) => (
              <li key={item.id}>
                <Link
                  to={item.to}
                  onClick={(event) => {
                    if (item.to !== pathname) return;
                    // This page is the place for it.
                    event.preventDefault();
                    messageField()?.focus();
                  }}
                  className="flex min-h-9 items-center gap-2.5 rounded-md px-2 hover:bg-hover touch:min-h-11"
                >
                  {item.done ? (
                    <CircleCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
                  ) : (
                    <Circle className="size-4 shrink-0 text-muted" aria-hidden="true" />
                  )}
                  <span className={item.done ? 'text-muted line-through' : ''}>
                    {onboardingTexts.items[item.id]}
                  </span>
                  {item.done && <span className="sr-only">(done)</span>}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The field of the chat page, by its name for everyone. */
function messageField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main textarea[aria-label="Message"]');
}
