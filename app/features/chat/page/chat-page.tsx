import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from '@remix-run/react';

import { Button } from '~/ui/button';
import { LogoMark } from '~/ui/page/logo';
import { CopyButton } from '~/ui/display/copy-button';
import { Download, Share2 } from '~/ui/display/shared-icons';
import { useLoadOnUse } from '~/ui/load-on-use';
import { useShortcut } from '~/ui/shortcuts/use-shortcut';
import { copyToClipboard } from '~/ui/display/clipboard';
import { DemoNote } from '~/ui/feedback/demo';
import { toastError, toastSuccess } from '~/ui/feedback/toast';

import type { AttachedFile } from '../attachments/attachment';
import { Suggestions } from '../prompts/components/suggestions';
import { useDeletedElsewhere } from '../conversations/deleted-elsewhere';
import type { Starter } from '../prompts/prompt';
import type { AnswerContext, ChatMessageView } from '../conversations/conversation';
import {
  modelInUse,
  type ConversationSettings,
  type SettingsChoices,
} from '../conversations/settings/conversation-settings';
import type { DocumentItem, LoadImages } from '../documents/document';
import { ImagesOfChat } from '../images/images-of-chat';
import type { ImagePrices, LoadMessageImages } from '../images/message-image';
import { usePageImages } from '../images/use-page-images';
import { useDocumentsBeside } from '../documents/use-documents-beside';
import { onAnswerEnd } from '../answers/live-answers';
import { chatTexts } from '../texts';
import { useChat, type Chat } from './use-chat';
import { useMessageRuns } from '../messages/message-runs';
import { ConversationBrand } from '../conversations/settings/conversation-brand';
import { useSettings, useTitle } from '../conversations/settings/use-settings';
import { requestConversationText, requestMessageText } from '../messages/use-messages';
import { Composer, type ComposerHandle, type FileOffer } from './composer';
import {
  MessageRun,
  Transcript,
  type TranscriptHandle,
  useWantedMessage,
} from '../messages/components/transcript';
import { SettingsLine } from '../answers/components/settings-line';
import { ShareDialog } from '../sharing/components/share-dialog';
import { ConversationExport } from '../archive/components/conversation-export';
import { ConversationTokens } from '../answers/components/answer-tokens';
import { useAnswerContext } from '../answers/use-answer-usage';

export interface ChatPageProps {
  /** Null on the page of a new conversation. */
  conversation: {
    id: string;
    title: string;
    messages: ChatMessageView[];
    settings: ConversationSettings;
    /** What all of its answers have used. */
    tokens: number;
    /** What the last answer is based on. */
    context: AnswerContext | null;
    /** Answers that were opened as documents. */
    documents: DocumentItem[];
  } | null;
  /** The choices for its settings. */
  choices: SettingsChoices;
  /** The starters on an empty page. */
  suggestions: Starter[];
  /** No provider is connected, so answers are examples, and the page says so. */
  demo: boolean;
  fileOffer: FileOffer;
  /** Loads how images are chosen and shown, which belongs to another feature; unset on the page of a new conversation. */
  loadImages?: LoadImages;
  /** Loads what shows the images of messages, which belongs to another feature. */
  loadMessageImages: LoadMessageImages;
  imagePrices: ImagePrices;
  /** Shown at the corner of an empty page, out of its layout. */
  aside?: ReactNode;
}

const loadNotes = () => import('../loaded-later').then((later) => later.loadComposerNotes());

const NO_MESSAGES: ChatMessageView[] = [];

/** A conversation: its messages, and the composer for the next one. Mount one for each conversation (`key`). */
export function ChatPage({
  conversation,
  choices,
  suggestions,
  demo,
  fileOffer,
  loadImages,
  loadMessageImages,
  imagePrices,
  aside,
}: ChatPageProps) {
  const messages = conversation?.messages ?? NO_MESSAGES;
  const chat = useChat(conversation?.id ?? null, messages);
  const title = useTitle(conversation?.id ?? null, conversation?.title ?? chatTexts.newTitle);
  const settings = useSettings(conversation?.id ?? null, conversation?.settings ?? null, choices);
  const runs = useMessageRuns(chat.shown);
  const empty = chat.shown.length === 0;
  const lastAnswer = chat.shown.findLast(({ role, id }) => role === 'assistant' && id !== null);
  const context = useAnswerContext(lastAnswer?.id ?? '', conversation?.context ?? null);
  const deleted = useDeletedElsewhere(conversation?.id ?? null);
  const { removed: isRemoved } = modelInUse(settings.shown.model, choices.models);
  const { outOfTokens } = chat;
  const notes = useLoadOnUse(loadNotes, deleted || isRemoved || outOfTokens !== null);
  const beside = useDocumentsBeside(conversation);
  const composer = useRef<ComposerHandle>(null);
  const transcript = useRef<TranscriptHandle>(null);
  const images = usePageImages(
    loadMessageImages,
    imagePrices,
    chat.busy ? null : chat.shown.at(-1),
  );
  const { choose } = images;
  const onChoose = useCallback(
    (itemId: string) => {
      choose(itemId);
      composer.current?.focus();
    },
    [choose],
  );
  const { regenerate, edit, showVersion } = chat;
  useChatShortcuts(chat);
  const arrived = useWantedMessage(chat, transcript);

  async function send(content: string, files: AttachedFile[]) {
    // The answer must use the settings that the page shows.
    await settings.save();
    const { chosen } = images;
    choose(null);
    try {
      await chat.send({
        ...{ content, files, imageId: chosen ?? undefined },
        settings: conversation ? undefined : settings.shown,
      });
    } catch (error) {
      choose(chosen);
      throw error;
    }
    settings.sent();
  }

  const onRegenerate = useCallback(
    (id: string) => void regenerate(id).then((started) => started && transcript.current?.focus()),
    [regenerate],
  );
  const onEdit = useCallback(
    async (id: string, content: string) => {
      await edit(id, content);
      transcript.current?.focus();
    },
    [edit],
  );
  const onShowVersion = useCallback(
    (id: string, message: HTMLElement) => {
      const release = transcript.current?.hold(message);
      void showVersion(id).then((chosen) => chosen || release?.());
    },
    [showVersion],
  );

  return (
    <Frame brand={settings.shown.profileId}>
      <div className="flex min-w-0 flex-1 flex-col">
        {conversation && !empty ? (
          <ConversationBar {...conversation} title={title} context={context}>
            {beside && <beside.DocumentsButton {...conversation} />}
          </ConversationBar>
        ) : (
          <h1 className="sr-only">{title}</h1>
        )}
        {empty && aside && (
          <div className="relative z-10">
            <div className="pointer-events-none absolute inset-x-0 top-3 flex justify-end px-3 sm:px-4">
              {aside}
            </div>
          </div>
        )}
        {empty ? (
          <Welcome>
            <Suggestions
              suggestions={suggestions}
              onChoose={(starter, from) => composer.current?.usePrompt(starter, from)}
            />
          </Welcome>
        ) : (
          <Transcript ref={transcript} earlier={chat.earlier} first={chat.shown[0]?.id ?? null}>
            <ImagesOfChat load={loadMessageImages} onChoose={images.canChange ? onChoose : null}>
              {runs.map(({ number, messages }) => (
                <MessageRun
                  key={number}
                  messages={messages}
                  context={messages.some(({ id }) => id === context?.from) ? context : null}
                  busy={chat.busy || deleted}
                  onEdit={onEdit}
                  onContinue={chat.continueAnswer}
                  onRegenerate={onRegenerate}
                  onShowVersion={onShowVersion}
                />
              ))}
            </ImagesOfChat>
          </Transcript>
        )}
        <FinishedAnswer />
        <p ref={arrived} role="status" className="sr-only" />
        {deleted && conversation ? (
          <AboveComposer>{notes && <notes.DeletedNotice id={conversation.id} />}</AboveComposer>
        ) : (
          outOfTokens !== null && (
            <AboveComposer>{notes && <notes.OutOfTokens text={outOfTokens} />}</AboveComposer>
          )
        )}
        {images.offer && <AboveComposer>{images.offer}</AboveComposer>}
        {beside && conversation && <beside.DocumentChip {...conversation} />}
        <Composer
          ref={composer}
          conversationId={conversation?.id ?? null}
          busy={chat.busy}
          deleted={deleted}
          onStop={chat.runningId ? chat.stopGeneration : null}
          onSend={send}
          fileOffer={fileOffer}
          above={images.preview}
          dictates={choices.dictates}
          wasTyping={chat.wasTyping}
          controls={(openPrompts) => (
            <>
              <SettingsLine settings={settings} choices={choices} onOpenPrompts={openPrompts}>
                {images.button}
              </SettingsLine>
              {isRemoved && notes && <notes.RemovedModel settings={settings} choices={choices} />}
            </>
          )}
          hint={demo ? <DemoHint /> : chatTexts.canBeWrong}
        />
      </div>
      {beside && conversation && <beside.DocumentPanel {...conversation} loadImages={loadImages} />}
    </Frame>
  );
}

/** The conversation, with its document beside it. */
function Frame({ brand, children }: { brand: string | null; children: ReactNode }) {
  return (
    <ConversationBrand.Provider value={brand}>
      <div className="relative flex min-h-0 flex-1">{children}</div>
    </ConversationBrand.Provider>
  );
}

function AboveComposer({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-3xl px-4 pb-2 sm:px-6">{children}</div>;
}

function Welcome({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center-safe gap-4 overflow-y-auto px-6 py-8 text-center touch:px-4">
      {/* On phones it would be beside the header's own. */}
      <LogoMark className="size-10 shrink-0 max-sm:hidden" />
      <p className="font-display text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        What are you working on?
      </p>
      <p className="max-w-md text-muted text-balance">
        Ask for ideas, a plan, or copy for your business. Your chats are saved automatically.
      </p>
      {children}
    </div>
  );
}

function DemoHint() {
  return <DemoNote className="justify-center text-xs!">{chatTexts.demo}</DemoNote>;
}

/** Announces a finished answer to screen readers, instead of every token. */
function FinishedAnswer() {
  const [announcement, setAnnouncement] = useState('');
  useEffect(
    () =>
      onAnswerEnd((_id, end) =>
        setAnnouncement(
          end.state === 'done' ? 'The answer is complete.' : 'The answer ended early.',
        ),
      ),
    [],
  );
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

/** The bar above the transcript, with the conversation's title and the actions on the whole conversation. */
function ConversationBar({
  id,
  title,
  tokens,
  context,
  children,
}: Pick<NonNullable<ChatPageProps['conversation']>, 'id' | 'title' | 'tokens' | 'context'> & {
  children: ReactNode;
}) {
  const [sharing, setSharing] = useState(false);
  const [exporting, setExporting] = useState(false);
  return (
    <div className="flex items-center gap-1 border-b px-4 py-1.5 sm:px-6">
      <h1 className="min-w-0 flex-1 truncate text-sm font-medium">{title}</h1>
      <ConversationTokens id={id} loaded={tokens} context={context} />
      {children}
      <CopyButton
        label="Copy conversation"
        text={() => requestConversationText(id)}
        copied={chatTexts.copied}
        failed={chatTexts.conversationCopyFailed}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Export conversation"
        title="Export conversation"
        onClick={() => setExporting(true)}
      >
        <Download className="size-4" aria-hidden="true" />
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setSharing(true)}>
        <Share2 className="size-4" aria-hidden="true" />
        {/* On a phone, the title needs the space. */}
        <span className="touch:sr-only">Share</span>
      </Button>
      <ConversationExport
        open={exporting}
        onOpenChange={setExporting}
        conversation={{ id, title }}
      />
      <ShareDialog open={sharing} onOpenChange={setSharing} conversation={{ id, title }} />
    </div>
  );
}

/** The chat's keyboard shortcuts. */
function useChatShortcuts(chat: Chat): void {
  const navigate = useNavigate();
  const { key } = useLocation();
  /** Where the last step leads, until that page opens: keys may be pressed faster than pages load. */
  const heading = useRef<string | null>(null);
  const { runningId, stopGeneration } = chat;
  const answer = chat.shown.findLast(({ role, id }) => role === 'assistant' && id !== null)?.id;

  useEffect(() => {
    heading.current = null;
  }, [key]);

  function step(by: 1 | -1) {
    const addresses = listedAddresses();
    const at = addresses.indexOf(heading.current ?? window.location.pathname);
    const next = at === -1 ? addresses[0] : addresses[at + by];
    if (next === undefined) return;
    heading.current = next;
    navigate(next);
  }

  useShortcut('stop', runningId === null ? null : stopGeneration);
  useShortcut('next-conversation', () => step(1));
  useShortcut('previous-conversation', () => step(-1));
  useShortcut(
    'copy-answer',
    answer == null || answer === runningId
      ? null
      : () => {
          copyToClipboard(requestMessageText(answer)).then(
            () => toastSuccess(chatTexts.copied),
            () => toastError(chatTexts.copyFailed),
          );
        },
  );
}

/** The addresses of the conversations that the sidebar lists, in its order and with its filter. */
function listedAddresses(): string[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    'nav[aria-label="Conversations"] a[href^="/ai-lab/chat/"]',
  );
  return Array.from(links, (link) => link.pathname);
}
