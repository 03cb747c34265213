import { recordAct } from '~/features/accounts/index.server';
import { isKnownToSee, tryChat } from '~/gateways/ai/index.server';
import { assertAdminHost } from '~/gateways/providers/admin-address.server';
import { AddressRefused } from '~/gateways/providers/guarded-connection.server';
import { listModels, type ListedModel } from '~/gateways/providers/list-models.server';
import { ProviderError } from '~/gateways/providers/provider-error';
import { listVideoModels } from '~/gateways/video/index.server';
import { prismaTransaction, type PrismaTx } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';
import {
  adminAccess,
  emailSettingsOf,
  sourceOf,
  storedProvider,
  type Access,
} from '~/settings/providers.server';
import {
  MAX_KEY,
  PROVIDER_SETTINGS,
  providerAddress,
  PURPOSES,
  type ProviderSettings,
  type Purpose,
  type Stored,
} from '~/settings/stored-providers';

import type { ActingAdmin } from '../act-answer.server';
import { AI_NAMES, mediaProblem } from '../health/connection-texts';
import type { TestResult } from '../health/connections';
import {
  findImages,
  findReplicate,
  resultOf,
  testAnswer,
  testEmailService,
} from '../health/test-connections.server';
import { applyProviders } from './apply-providers.server';
import { isSameServer, type ListedVideoModel } from './provider';
import { deleteProvider, lockProvider, notifyProviders, putProvider } from './provider-data.server';
import { providerTexts } from './texts';

export function isPurpose(name: string): name is Purpose {
  return PURPOSES.some((purpose) => purpose === name);
}

/** What the form has: `key` is absent or '' to use the one that is saved. */
export interface TypedProvider {
  settings: unknown;
  key?: string;
}

const LIST_TIMEOUT_MS = 15_000;

/** Connects a provider, for every process. @throws AppError `invalid` with fields, `conflict` */
export async function saveProvider(
  admin: ActingAdmin,
  purpose: Purpose,
  typed: TypedProvider,
  now: Date,
): Promise<void> {
  const settings = readSettings(purpose, typed.settings);
  if (purpose === 'chat') noteVision(settings as ProviderSettings['chat']);
  await change(admin, purpose, 'set-provider', async (tx, before) => {
    const key = keyToStore(purpose, settings, typed.key, before);
    await putProvider(tx, purpose, { settings, key, now });
    return settings;
  });
}

/** So that the form shows which models read images, however that is known. */
function noteVision({ models }: ProviderSettings['chat']): void {
  for (const model of models) model.vision = (model.vision ?? false) || isKnownToSee(model.id);
}

/** Disconnects it, for every process. @throws AppError `not-found`, `conflict` */
export async function removeProvider(admin: ActingAdmin, purpose: Purpose): Promise<void> {
  await change(admin, purpose, 'remove-provider', async (tx) => {
    if (await deleteProvider(tx, purpose)) return undefined;
    throw new AppError('not-found', providerTexts.notSet);
  });
}

type Settings = ProviderSettings[Purpose];

/** `work` changes the row, which is locked if there is one, and returns what is set then. */
async function change(
  admin: ActingAdmin,
  purpose: Purpose,
  action: string,
  work: (tx: PrismaTx, before: Stored<Settings> | undefined) => Promise<Settings | undefined>,
): Promise<void> {
  if (sourceOf(purpose) === 'environment') throw new AppError('conflict', providerTexts.onServer);
  await prismaTransaction(async (tx, sql) => {
    const before = await lockProvider(sql, purpose);
    const after = await work(tx, before);
    await recordAct(sql, {
      actorId: admin.id,
      address: admin.address,
      action,
      targetId: null,
      ...(before && { before: auditedOf(purpose, before.settings) }),
      after: auditedOf(purpose, after),
    });
    await notifyProviders(sql);
  });
  await applyProviders();
}

/** For the audit log. The settings have no secret: the key is stored beside them. */
function auditedOf(purpose: Purpose, settings: Settings | undefined): object {
  if (!settings) return { purpose };
  if ('service' in settings) {
    const { service, from } = settings;
    return { purpose, service, from, ...('host' in settings && { host: serverOf(settings) }) };
  }
  const models = settings.models.map(({ id }) => id).join(', ');
  return { purpose, models, ...('address' in settings && { address: settings.address }) };
}

/** @throws AppError `invalid`, with what is wrong with which field */
function readSettings<P extends Purpose>(purpose: P, typed: unknown): ProviderSettings[P] {
  const parsed = PROVIDER_SETTINGS[purpose].safeParse(typed);
  if (!parsed.success) {
    const fields: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) {
      fields[path.map(String).join('.') || 'form'] ??= message;
    }
    throw new AppError('invalid', Object.values(fields)[0] ?? providerTexts.failed, { fields });
  }
  const settings = parsed.data as ProviderSettings[P];
  const host = hostOf(settings);
  if (host !== undefined) assertHost(host, 'address' in settings ? 'address' : 'host');
  return settings;
}

/** @throws AppError `invalid` */
function readAddress(typed: string): string {
  const parsed = providerAddress.safeParse(typed);
  if (!parsed.success) {
    throw refused('address', parsed.error.issues[0]?.message ?? providerTexts.failed);
  }
  assertHost(new URL(parsed.data).hostname, 'address');
  return parsed.data;
}

/** Names are checked once more whenever they are connected to. */
function assertHost(host: string, field: string): void {
  try {
    assertAdminHost(host);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw refused(field, providerTexts.addressRefused);
  }
}

function refused(field: string, text: string): AppError {
  return new AppError('invalid', text, { fields: { [field]: text } });
}

function hostOf(settings: Settings): string | undefined {
  if ('address' in settings) return new URL(settings.address).hostname;
  return 'host' in settings ? settings.host : undefined;
}

/** The server that a key is for. */
function serverOf(settings: Settings): string {
  if ('address' in settings) return settings.address;
  return 'host' in settings ? `smtp://${settings.host}:${settings.port}` : 'fixed:';
}

function isSame(one: Settings, other: Settings): boolean {
  const [server, otherServer] = [serverOf(one), serverOf(other)];
  return server === otherServer || isSameServer(server, otherServer);
}

/** What is to be stored: undefined keeps the saved key. @throws AppError `invalid` */
function keyToStore(
  purpose: Purpose,
  settings: Settings,
  typed: string | undefined,
  before: Stored<Settings> | undefined,
): string | null | undefined {
  const key = readKey(purpose, typed);
  if (key !== null) return key;
  const hasKey = before !== undefined && (before.key !== null || before.isLocked);
  // A key never goes to another server than the one it was entered for, not even by an admin, who can't read it.
  if (hasKey && isSame(before.settings, settings)) return mayHaveKey(settings) ? undefined : null;
  if (needsKey(settings)) throw refused('key', providerTexts.keyMissing);
  return null;
}

/** The key to try: the typed one, or the saved one at the same server. @throws AppError `invalid` */
function keyToTry(purpose: Purpose, settings: Settings, typed: string | undefined): string | null {
  const key = readKey(purpose, typed);
  if (key !== null) return key;
  const stored = storedProvider(purpose);
  if (stored?.key && isSame(stored.settings, settings)) return stored.key;
  if (needsKey(settings)) throw refused('key', providerTexts.keyMissing);
  return null;
}

/** Null if none was typed. @throws AppError `invalid` */
function readKey(purpose: Purpose, typed = ''): string | null {
  const key = typed.trim();
  // It becomes a header, except for passwords of SMTP servers.
  const isUsable = purpose === 'email' ? !/\p{Cc}/u.test(key) : /^[\x21-\x7e]*$/.test(key);
  if (key.length > MAX_KEY || !isUsable) throw refused('key', providerTexts.keyUnusable);
  return key === '' ? null : key;
}

/** Replicate, Postmark, and SMTP with a user name are of no use without. */
function needsKey(settings: Settings): boolean {
  return mayHaveKey(settings) && !('address' in settings);
}

function mayHaveKey(settings: Settings): boolean {
  return !('user' in settings) || settings.user !== '';
}

/** The models that the server at an address lists. @throws AppError `invalid` with fields */
export async function findModels(
  purpose: 'chat' | 'images',
  { address, key }: { address: string; key?: string },
): Promise<ListedModel[]> {
  const settings = { address: readAddress(address), models: [] };
  const access = accessOf(purpose, settings, key);
  const models = await orRefusal(purpose, 'address', (signal) => listModels(access, signal));
  return models.map((model) => ({ ...model, vision: model.vision ?? isKnownToSee(model.id) }));
}

/** The models that Replicate recommends for videos. @throws AppError `invalid` with fields */
export function findVideoModels(key: string | undefined): Promise<ListedVideoModel[]> {
  const account = {
    token: keyToTry('video', { models: [] }, key) ?? '',
    baseUrl: env().REPLICATE_BASE_URL,
  };
  return orRefusal('video', 'key', (signal) => listVideoModels(account, signal));
}

/** `field` is what a failure is about that isn't about the key. */
async function orRefusal<T>(
  purpose: Purpose,
  field: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await work(AbortSignal.timeout(LIST_TIMEOUT_MS));
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err;
    const { code, status, detail } = err;
    log.warn({ code, status, detail, purpose }, 'the models of a provider could not be listed');
    if (detail === 'ADDRESS_REFUSED') throw refused(field, providerTexts.addressRefused);
    throw refused(code === 'key-refused' ? 'key' : field, mediaProblem(code, THE_PROVIDER));
  }
}

const THE_PROVIDER = { name: 'The provider', key: 'it', address: 'the address' };

/** An image service at the chat's server uses the chat's key, unless it has one of its own. */
function keyOfOther(address: string): string | null {
  const chat = storedProvider('chat');
  return chat && isSameServer(chat.settings.address, address) ? chat.key : null;
}

/** Tries a provider that isn't saved yet. @throws AppError `invalid` */
export async function testProvider(
  purpose: Purpose,
  typed: TypedProvider,
  admin: { email: string },
): Promise<TestResult> {
  switch (purpose) {
    case 'chat': {
      const settings = readSettings('chat', typed.settings);
      const access = accessOf(purpose, settings, typed.key);
      const [first] = settings.models;
      return testAnswer(first?.id ?? '', (request) => tryChat(access, request), AI_NAMES.admin);
    }
    case 'images': {
      const settings = readSettings('images', typed.settings);
      const access = accessOf(purpose, settings, typed.key);
      const { host } = new URL(settings.address);
      const success = `${host} answered and accepts the key. No image was created.`;
      return resultOf(await findImages(access), success);
    }
    case 'video': {
      const settings = readSettings('video', typed.settings);
      const token = keyToTry(purpose, settings, typed.key) ?? '';
      const account = { token, baseUrl: env().REPLICATE_BASE_URL };
      const success = 'Replicate answered and accepts the token. Nothing was created.';
      return resultOf(await findReplicate(account), success);
    }
    case 'email': {
      const settings = readSettings('email', typed.settings);
      const key = keyToTry(purpose, settings, typed.key);
      return testEmailService(emailSettingsOf(settings, key), admin.email);
    }
  }
}

function accessOf(
  purpose: 'chat' | 'images',
  settings: ProviderSettings['chat' | 'images'],
  typed: string | undefined,
): Access {
  const key = keyToTry(purpose, settings, typed);
  return adminAccess(
    settings.address,
    key ?? (purpose === 'images' ? keyOfOther(settings.address) : null),
  );
}
