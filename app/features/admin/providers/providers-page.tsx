import { Link } from '@remix-run/react';
import { useState } from 'react';

import { ConfirmLink } from '~/features/accounts';
import { buttonClass } from '~/ui/button';

import { AdminHeading } from '../components/admin-frame';
import { ChatForm } from './components/chat-form';
import { EmailForm } from './components/email-form';
import { ImagesForm } from './components/images-form';
import { ProviderCard } from './components/provider-card';
import { VideoForm } from './components/video-form';
import type { ProvidersView, Purpose } from './provider';

export interface ProvidersPageProps {
  providers: ProvidersView;
  /** The password was given in the last minutes: changes are taken. */
  isConfirmed: boolean;
  /** The first admin was just created, and this is the second step. */
  isFirstRun: boolean;
}

/** The providers for each purpose, which admins connect. */
export function ProvidersPage({ providers, isConfirmed, isFirstRun }: ProvidersPageProps) {
  const { chat, images, video, email } = providers;
  const isChatSet = chat.variables !== null || chat.stored !== null;
  const [open, setOpen] = useState<Purpose | null>(isFirstRun && !isChatSet ? 'chat' : null);
  const cardOf = (purpose: Purpose) => ({
    chatAddress: chat.stored?.settings.address ?? null,
    isOpen: open === purpose,
    onOpen: (isOpen: boolean) => setOpen(isOpen ? purpose : null),
  });

  return (
    <>
      {isFirstRun ? (
        <AdminHeading title="Connect a provider">
          <p className="text-pretty">
            Step 2 of 2. An AI provider answers your chats and writes your copy. Skip this to look
            around in demo mode first: samples answer, labeled Demo. You can connect one at any time
            under Admin, Providers.
          </p>
        </AdminHeading>
      ) : (
        <AdminHeading title="Providers">
          The services behind chat, images, video, and email. Changes apply at once.
        </AdminHeading>
      )}
      {!isConfirmed && (
        <p className="mb-6 rounded-xl border px-4 py-3 text-sm text-pretty">
          For your security, confirm it’s you before you change a provider.{' '}
          <ConfirmLink path="/admin/providers" />
        </p>
      )}
      <div className="space-y-4">
        <ProviderCard purpose="chat" view={chat} {...cardOf('chat')} Form={ChatForm} />
        <ProviderCard purpose="images" view={images} {...cardOf('images')} Form={ImagesForm} />
        <ProviderCard purpose="video" view={video} {...cardOf('video')} Form={VideoForm} />
        <ProviderCard purpose="email" view={email} {...cardOf('email')} Form={EmailForm} />
      </div>
      {isFirstRun && (
        <p className="mt-8 flex flex-wrap items-center gap-4">
          <Link
            to="/ai-lab"
            className={buttonClass({ variant: isChatSet ? 'primary' : 'secondary' })}
          >
            {isChatSet ? 'Open Brandwright' : 'Skip for now'}
          </Link>
        </p>
      )}
    </>
  );
}
