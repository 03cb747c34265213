import { useNavigate } from '@remix-run/react';
import { useCallback, useContext, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { useLoadOnUse } from '~/ui/load-on-use';
import { DotsIcon, Menu } from '~/ui/overlays/menu';

import { ConversationBrand } from '../../conversations/settings/conversation-brand';
import { showDocument } from '../../documents/open-document';
import { chatTexts } from '../../texts';
import type { Purpose } from '../turn-into';
import { requestMessageText } from '../use-messages';

const loadStart = () => import('../../loaded-later').then((later) => later.loadTurning());
const loadCheck = () => loadStart().then(({ loadAnswerCheck }) => loadAnswerCheck());
const loadReading = () => loadStart().then((start) => start.loadReading());

/** False where the browser has no voices. The first call makes Chromium look for them. */
const hasVoices = () => 'speechSynthesis' in globalThis && speechSynthesis.getVoices().length > 0;
hasVoices();

/** Takes an answer to the form that makes something else of it, checks it against the brand, or reads it aloud. */
export function AnswerMenu({ id }: { id: string }) {
  const navigate = useNavigate();
  const profileId = useContext(ConversationBrand);
  const [open, setOpen] = useState<'check' | 'reading'>();
  const close = useCallback(() => setOpen(undefined), []);
  const isRead = open === 'reading';
  const check = useLoadOnUse(loadCheck, open === 'check', close);
  const reading = useLoadOnUse(loadReading, isRead, close);
  const to = (purpose: Purpose) => () => {
    loadStart()
      .then(({ turnInto }) => turnInto(purpose, id))
      .then(navigate, (error: unknown) => showFailure(error, chatTexts.turnFailed));
  };
  return (
    <>
      <Menu
        label="More actions"
        align="start"
        side="top"
        className="grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text touch:size-11"
        entries={() => [
          {
            kind: 'action',
            label: 'Open as document',
            icon: 'file-text',
            onSelect: () => showDocument({ messageId: id }),
          },
          { kind: 'action', label: 'Turn into a post', icon: 'pen-line', onSelect: to('post') },
          { kind: 'action', label: 'Turn into an email', icon: 'mail', onSelect: to('email') },
          { kind: 'action', label: 'Create an image', icon: 'images', onSelect: to('image') },
          { kind: 'action', label: 'Check', icon: 'list-checks', onSelect: () => setOpen('check') },
          ...(hasVoices()
            ? [
                {
                  kind: 'action' as const,
                  label: isRead ? 'Stop reading' : 'Read aloud',
                  icon: 'volume-2' as const,
                  onSelect: isRead ? close : () => setOpen('reading'),
                },
              ]
            : []),
        ]}
      >
        <DotsIcon />
      </Menu>
      {open === 'check' && check && (
        <check.AnswerCheck
          id={id}
          text={() => requestMessageText(id)}
          writtenFor={profileId}
          onClose={close}
        />
      )}
      {isRead && reading && <reading.ReadingBar id={id} onClose={close} />}
    </>
  );
}
