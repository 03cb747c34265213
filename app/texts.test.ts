import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  FIELD_TEXTS,
  NOT_AUTHENTICATED,
  PROVIDER_TEXTS,
  SIGN_OUT_FAILED,
  type ProviderCode,
} from './features/accounts/texts';
import { organizingTexts } from './features/chat/folders/texts';
import { answerErrorText, chatTexts } from './features/chat/texts';
import { libraryTexts } from './features/copywriting/library/texts';
import { helpTexts } from './features/help/texts';
import { profilesTexts } from './features/brand/texts';
import { sharingTexts } from './features/chat/sharing/texts';
import { shellTexts } from './features/site/texts';

interface FixedText {
  /** As docs/product.md quotes it. */
  text: string;
  /** The constant in the app. */
  constant: string;
  actual: string;
  /** When it's shown. */
  trigger: string;
  /** The test that makes it appear, and which part of the text it looks for if not all of it. */
  test: string;
  looksFor?: string;
}

const SHELL = 'tests/e2e/shell.spec.ts';
const CHAT = 'tests/e2e/chat.spec.ts';
const CHAT_FAILURES = 'tests/e2e/chat-failures.spec.ts';
const CONVERSATIONS = 'tests/e2e/conversations.spec.ts';
const SHARING = 'tests/e2e/sharing.spec.ts';
const SAVED_CONTENT = 'tests/e2e/saved-content.spec.ts';
const CONTACT = 'tests/integration/help/contact.test.ts';
const SENDING = 'app/features/help/contact/send-contact.test.ts';
const FIELDS = 'app/features/accounts/forms/form-checks.test.ts';

/** The fixed texts for errors, confirmations, and toasts (docs/product.md). */
const TEXTS: FixedText[] = [
  {
    text: 'Please enter your first name',
    constant: 'FIELD_TEXTS.firstNameMissing',
    actual: FIELD_TEXTS.firstNameMissing,
    trigger: 'a form sent without a first name',
    test: FIELDS,
  },
  {
    text: 'Please enter your last name',
    constant: 'FIELD_TEXTS.lastNameMissing',
    actual: FIELD_TEXTS.lastNameMissing,
    trigger: 'a form sent without a last name',
    test: FIELDS,
  },
  {
    text: 'Please enter your email',
    constant: 'FIELD_TEXTS.emailMissing',
    actual: FIELD_TEXTS.emailMissing,
    trigger: 'a form sent without an e-mail address',
    test: FIELDS,
  },
  {
    text: 'Please enter a valid email address',
    constant: 'FIELD_TEXTS.emailInvalid',
    actual: FIELD_TEXTS.emailInvalid,
    trigger: 'a form sent with something that is no e-mail address',
    test: FIELDS,
  },
  {
    text: 'Failed to load conversations.',
    constant: 'chatTexts.loadFailed',
    actual: chatTexts.loadFailed,
    trigger: 'the next page of the list cannot be loaded',
    test: CHAT_FAILURES,
  },
  {
    text: 'Failed to update conversation title',
    constant: 'chatTexts.titleFailed',
    actual: chatTexts.titleFailed,
    trigger: 'the automatic title cannot be saved',
    test: 'tests/integration/chat/title-failure.test.ts',
  },
  {
    text: 'User not authenticated',
    constant: 'NOT_AUTHENTICATED',
    actual: NOT_AUTHENTICATED,
    trigger: 'anything done after the session has ended',
    test: CHAT,
  },
  {
    text: 'Failed to create new conversation',
    constant: 'chatTexts.createFailed',
    actual: chatTexts.createFailed,
    trigger: 'New Chat fails, or brings no id',
    test: CHAT_FAILURES,
  },
  {
    text: 'Failed to save message',
    constant: 'chatTexts.saveFailed',
    actual: chatTexts.saveFailed,
    trigger: 'a message is refused without a reason',
    test: CHAT_FAILURES,
  },
  {
    text: 'Failed to sign out. Please try again.',
    constant: 'SIGN_OUT_FAILED',
    actual: SIGN_OUT_FAILED,
    trigger: 'Sign out while the server fails or there is no network',
    test: SHELL,
  },
  {
    text: 'Navigation failed',
    constant: 'shellTexts.navigationFailed',
    actual: shellTexts.navigationFailed,
    trigger: 'a client navigation that throws, or is begun without a network',
    test: SHELL,
  },
  {
    text: 'AI response error: {reason}. Please try again.',
    constant: 'answerErrorText',
    actual: answerErrorText('{reason}'),
    trigger: 'the provider fails',
    test: CHAT,
    looksFor: 'AI response error: ',
  },
  {
    text: 'Are you sure you want to delete?',
    constant: 'organizingTexts.deleteQuestion',
    actual: organizingTexts.deleteQuestion,
    trigger: 'Delete, at a conversation',
    test: CONVERSATIONS,
  },
  {
    text: 'Conversation deleted',
    constant: 'organizingTexts.deleted',
    actual: organizingTexts.deleted,
    trigger: 'a conversation has been deleted',
    test: CONVERSATIONS,
  },
  {
    text: 'Failed to delete conversation',
    constant: 'organizingTexts.deleteFailed',
    actual: organizingTexts.deleteFailed,
    trigger: 'a conversation cannot be deleted',
    test: CONVERSATIONS,
  },
  {
    text: 'Failed to rename conversation',
    constant: 'chatTexts.renameFailed',
    actual: chatTexts.renameFailed,
    trigger: 'an inline rename cannot be saved',
    test: CONVERSATIONS,
  },
  {
    text: 'Failed to share conversation',
    constant: 'sharingTexts.shareFailed',
    actual: sharingTexts.shareFailed,
    trigger: 'the share link cannot be made',
    test: SHARING,
  },
  {
    text: 'Share link copied to clipboard',
    constant: 'sharingTexts.linkCopied',
    actual: sharingTexts.linkCopied,
    trigger: 'Copy link, in the share dialog',
    test: SHARING,
  },
  {
    text: 'Failed to copy link',
    constant: 'sharingTexts.linkCopyFailed',
    actual: sharingTexts.linkCopyFailed,
    trigger: 'Copy link, but the browser refuses the clipboard',
    test: SHARING,
  },
  {
    text: 'Copied to clipboard',
    constant: 'chatTexts.copied',
    actual: chatTexts.copied,
    trigger: 'Copy, at a message',
    test: SHARING,
  },
  {
    text: 'Failed to copy',
    constant: 'chatTexts.copyFailed',
    actual: chatTexts.copyFailed,
    trigger: 'Copy, at a message, but the browser refuses the clipboard',
    test: SHARING,
  },
  {
    text: 'Failed to copy conversation',
    constant: 'chatTexts.conversationCopyFailed',
    actual: chatTexts.conversationCopyFailed,
    trigger: 'copying a whole conversation, but the browser refuses the clipboard',
    test: SHARING,
  },
  {
    text: 'Failed to load profiles',
    constant: 'profilesTexts.loadFailed',
    actual: profilesTexts.loadFailed,
    trigger: 'the list of profiles cannot be loaded',
    test: 'tests/e2e/profiles.spec.ts',
  },
  {
    text: 'Content deleted successfully',
    constant: 'libraryTexts.deleted',
    actual: libraryTexts.deleted,
    trigger: 'saved content has been deleted',
    test: SAVED_CONTENT,
  },
  {
    text: 'Failed to delete content',
    constant: 'libraryTexts.deleteFailed',
    actual: libraryTexts.deleteFailed,
    trigger: 'saved content cannot be deleted',
    test: SAVED_CONTENT,
  },
  {
    text: 'Please enter your suggestion',
    constant: 'helpTexts.suggestionMissing',
    actual: helpTexts.suggestionMissing,
    trigger: 'a suggestion without details',
    test: CONTACT,
  },
  {
    text: 'Please enter your issue details',
    constant: 'helpTexts.issueMissing',
    actual: helpTexts.issueMissing,
    trigger: 'a support request without details',
    test: CONTACT,
  },
  {
    text: 'You must be logged in to submit a suggestion',
    constant: 'helpTexts.suggestionNeedsLogin',
    actual: helpTexts.suggestionNeedsLogin,
    trigger: 'a visitor sends a suggestion',
    test: CONTACT,
  },
  {
    text: 'Failed to submit suggestion. Please try again.',
    constant: 'helpTexts.suggestionFailed',
    actual: helpTexts.suggestionFailed,
    trigger: 'a suggestion fails, and the server gives no message',
    test: SENDING,
  },
  {
    text: 'Failed to submit support request. Please try again.',
    constant: 'helpTexts.supportFailed',
    actual: helpTexts.supportFailed,
    trigger: 'a support request fails, and the server gives no message',
    test: SENDING,
  },
  {
    text: 'Thank you! Your suggestion has been submitted successfully',
    constant: 'helpTexts.suggestionSent',
    actual: helpTexts.suggestionSent,
    trigger: 'the server takes a suggestion',
    test: CONTACT,
  },
  {
    text: 'Thank you! Your support request has been submitted successfully',
    constant: 'helpTexts.supportSent',
    actual: helpTexts.supportSent,
    trigger: 'the server takes a support request',
    test: CONTACT,
  },
];

interface CodeText {
  code: ProviderCode;
  trigger: string;
  test: string;
  looksFor: string;
}

/** The sign-in failure codes; their texts are ours (docs/product.md, Sign-in failures). */
const CODES: CodeText[] = [
  {
    code: 'email-already-in-use',
    trigger: 'sign-up with the e-mail of an account',
    test: 'tests/integration/accounts/sign-up.test.ts',
    looksFor: PROVIDER_TEXTS['email-already-in-use'],
  },
  {
    code: 'wrong-password',
    trigger: 'sign-in with a password that is not the account’s',
    test: 'tests/integration/accounts/sign-in.test.ts',
    looksFor: PROVIDER_TEXTS['wrong-password'],
  },
  {
    code: 'invalid-credential',
    trigger: 'sign-in with what does not belong together',
    test: 'tests/integration/accounts/sign-in.test.ts',
    looksFor: PROVIDER_TEXTS['invalid-credential'],
  },
  {
    code: 'user-not-found',
    trigger: 'sign-in with an e-mail that no account has',
    test: 'tests/integration/accounts/sign-in.test.ts',
    looksFor: PROVIDER_TEXTS['user-not-found'],
  },
  {
    code: 'too-many-requests',
    trigger: 'more attempts than the limit allows; the text then says how long to wait',
    test: 'tests/integration/accounts/routes.test.ts',
    looksFor: 'Too many attempts. Please wait ',
  },
  {
    code: 'user-disabled',
    trigger: 'sign-in to a disabled account with the right password',
    test: 'tests/integration/accounts/sign-in.test.ts',
    looksFor: PROVIDER_TEXTS['user-disabled'],
  },
  {
    code: 'network-request-failed',
    trigger: 'something is sent without a network',
    test: 'tests/e2e/account-emails.spec.ts',
    looksFor: 'We couldn’t reach the server.',
  },
  {
    code: 'requires-recent-login',
    trigger: 'a change of the e-mail ten minutes after the password was last given',
    test: 'tests/e2e/account-settings.spec.ts',
    looksFor: PROVIDER_TEXTS['requires-recent-login'],
  },
  {
    code: 'expired-action-code',
    trigger: 'the link of a mail, too late',
    test: 'tests/integration/accounts/reset.test.ts',
    looksFor: PROVIDER_TEXTS['expired-action-code'],
  },
  {
    code: 'invalid-action-code',
    trigger: 'the link of a mail, for the second time',
    test: 'tests/integration/accounts/reset.test.ts',
    looksFor: PROVIDER_TEXTS['invalid-action-code'],
  },
];

/** The app's sources, by path, without tests and the generated client. */
const sources = new Map(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((file) => join('app', file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !file.startsWith('app/lib/prisma/'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

const isTexts = (file: string) => file.endsWith('/texts.ts');

/** The sources that use a constant, other than the files of texts themselves. */
function usersOf(constant: string): string[] {
  return [...sources]
    .filter(([file, source]) => !isTexts(file) && source.includes(constant))
    .map(([file]) => file);
}

describe.each(TEXTS)('$text', ({ text, constant, actual, trigger }) => {
  test(`is ${constant}, to the letter, for when ${trigger}`, () => {
    expect(actual).toBe(text);
  });

  test('is written in a texts.ts and nowhere else', () => {
    // A template consists of several parts.
    const parts = text.split('{reason}');
    const holding = [...sources].filter(([, source]) =>
      parts.every((part) => source.includes(part)),
    );
    const files = holding.map(([file]) => file);
    expect(files.filter(isTexts)).not.toEqual([]);
    expect(files.filter((file) => !isTexts(file))).toEqual([]);
  });
});

describe.each(TEXTS)('$text', ({ text, constant, test: file, looksFor = text }) => {
  test('is used, and provoked by a test', () => {
    expect(usersOf(constant)).not.toEqual([]);
    expect(text).toContain(looksFor);
    expect(readFileSync(file, 'utf8')).toContain(looksFor);
  });
});

describe.each(CODES)('$code', ({ code, test: file, looksFor, trigger }) => {
  test(`has a text, provoked by a test: ${trigger}`, () => {
    const known = PROVIDER_TEXTS[code];
    expect(known.slice(0, 20)).toBe(looksFor.slice(0, 20));
    expect(readFileSync(file, 'utf8')).toContain(looksFor);
  });
});

test('every sign-in failure code has an entry in this file', () => {
  expect(CODES.map(({ code }) => code).sort()).toEqual(Object.keys(PROVIDER_TEXTS).sort());
});
