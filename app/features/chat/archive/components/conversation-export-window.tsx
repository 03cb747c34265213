import { Braces, FileCode, Printer, type LucideIcon } from 'lucide-react';

import { addressOf } from '~/http/client';
import { Dialog } from '~/ui/overlays/dialog';
import { FileText } from '~/ui/display/shared-icons';

type ConversationFormat = 'markdown' | 'json' | 'html';

/** The address of a conversation's download; with `show`, of the page that opens in the browser instead. */
function conversationAddress(id: string, format: ConversationFormat, show = false): string {
  const search = { format, show: show ? '1' : undefined };
  return addressOf('/api/conversations/:id/export', { params: { id }, search });
}

export interface ConversationExportProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  conversation: { id: string; title: string };
}

interface FormatChoice {
  format: ConversationFormat;
  icon: LucideIcon;
  name: string;
  text: string;
}

const CHOICES: FormatChoice[] = [
  {
    format: 'markdown',
    icon: FileText,
    name: 'Markdown',
    text: 'Text that opens in any editor.',
  },
  {
    format: 'html',
    icon: FileCode,
    name: 'HTML',
    text: 'A page that opens in any browser.',
  },
  {
    format: 'json',
    icon: Braces,
    name: 'JSON',
    text: 'Every version of every message, for other apps.',
  },
];

const ROW =
  'flex min-h-14 items-center gap-4 rounded-lg border px-4 py-2.5 text-left transition-colors hover:border-border-strong hover:bg-hover';

export function ConversationExportWindow({
  open,
  onOpenChange,
  conversation: { id, title },
}: ConversationExportProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Export conversation"
      description={<span className="line-clamp-2 wrap-anywhere">{title}</span>}
    >
      <ul className="space-y-2">
        {CHOICES.map(({ format, icon: Icon, name, text }) => (
          <li key={format}>
            <a
              href={conversationAddress(id, format)}
              download
              onClick={() => onOpenChange(false)}
              className={ROW}
            >
              <Row icon={Icon} name={name} text={text} />
            </a>
          </li>
        ))}
        <li>
          <a
            href={conversationAddress(id, 'html', true)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => onOpenChange(false)}
            className={ROW}
          >
            <Row icon={Printer} name="Print" text="Opens a printable page in a new tab." />
          </a>
        </li>
      </ul>
    </Dialog>
  );
}

function Row({ icon: Icon, name, text }: Pick<FormatChoice, 'icon' | 'name' | 'text'>) {
  return (
    <>
      <Icon className="size-5 shrink-0 text-accent" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block text-sm font-medium">{name}</span>
        <span className="block text-xs text-muted text-pretty">{text}</span>
      </span>
    </>
  );
}
