import { Tabs } from 'radix-ui';
import { useEffect, useState, type RefObject } from 'react';

import { PopoverWindow } from '~/ui/overlays/popover-window';

import type { ContactPerson } from '../../contact/contact';
import { AskMe } from './ask-me';
import { ContactForm } from '../../contact/components/contact-form';

/** How long the thanks are shown before the menu closes. */
const CLOSES_AFTER_MS = 2_000;

export interface HelpWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  button: RefObject<HTMLButtonElement>;
  person: ContactPerson;
}

const TAB =
  'grid h-11 flex-1 place-items-center border-b-2 border-transparent text-sm font-medium text-muted transition-colors hover:text-text data-[state=active]:border-accent data-[state=active]:text-text';

/** The help menu: 287 px wide, with the tabs chat and contact (docs/product.md, Help menu). */
export function HelpWindow({ open, onOpenChange, button, person }: HelpWindowProps) {
  const [tab, setTab] = useState('chat');
  const close = () => onOpenChange(false);
  return (
    <PopoverWindow
      label="Help"
      open={open}
      onOpenChange={onOpenChange}
      button={button}
      className="w-[287px]"
    >
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List
          aria-label="Kinds of help"
          className="sticky top-0 z-1 flex border-b bg-raised px-2"
        >
          <Tabs.Trigger value="chat" className={TAB}>
            Ask Me
          </Tabs.Trigger>
          <Tabs.Trigger value="contact" className={TAB}>
            Contact Us
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="chat" tabIndex={-1} className="outline-none">
          <AskMe onLeave={close} onContact={() => setTab('contact')} />
        </Tabs.Content>
        <Tabs.Content value="contact" tabIndex={-1} className="p-4 outline-none">
          <Contact person={person} onClose={close} />
        </Tabs.Content>
      </Tabs.Root>
    </PopoverWindow>
  );
}

function Contact({ person, onClose }: { person: ContactPerson; onClose: () => void }) {
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(onClose, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the time runs from the sending, whatever renders in between
  }, [sent]);
  return <ContactForm person={person} onSent={() => setSent(true)} />;
}
