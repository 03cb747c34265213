import { useEffect, useState, type RefObject } from 'react';

import { PopoverWindow } from '~/ui/popover-window';

import type { ContactPerson } from '../contact';
import { ContactForm } from './contact-form';

/** Spec §9: so long the thanks are read before the menu closes. */
const CLOSES_AFTER_MS = 2_000;

export interface HelpWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  button: RefObject<HTMLButtonElement>;
  person: ContactPerson;
}

/** The help menu: 287 px wide (spec §2). */
export function HelpWindow({ open, onOpenChange, button, person }: HelpWindowProps) {
  return (
    <PopoverWindow
      label="Help"
      open={open}
      onOpenChange={onOpenChange}
      button={button}
      className="w-[287px] p-4"
    >
      <Contact person={person} onClose={() => onOpenChange(false)} />
    </PopoverWindow>
  );
}

function Contact({ person, onClose }: { person: ContactPerson; onClose: () => void }) {
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(onClose, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- counted from the sending, whatever renders meanwhile
  }, [sent]);
  return (
    <>
      <h2 className="mb-3 font-display text-lg font-semibold tracking-tight">Contact Us</h2>
      <ContactForm person={person} onSent={() => setSent(true)} />
    </>
  );
}
