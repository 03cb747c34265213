// Owns provider_settings: a row for each purpose that an admin set. Each key is encrypted for its row.
import { type PrismaTx, type Sql, sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import {
  decrypt,
  encrypt,
  encryptedByPresentKey,
  Undecipherable,
} from '~/lib/security/encryption.server';
import {
  PROVIDER_SETTINGS,
  PURPOSES,
  type ProviderSettings,
  type Purpose,
  type Stored,
  type StoredProviders,
} from '~/settings/stored-providers';

/** Tells every process to read the settings again. */
export const PROVIDERS_CHANNEL = 'brandwright_providers';

const place = (purpose: string) => `provider_settings.secret:${purpose}`;

interface Row {
  purpose: string;
  settings: unknown;
  secret: string | null;
}

/** Everything that admins have set. SQL: runs at every start, and Prisma's first query takes 0.2 s. */
export async function findStoredProviders(): Promise<StoredProviders> {
  const rows = await sql.query<Row>('SELECT purpose, settings, secret FROM provider_settings');
  const all: StoredProviders = {};
  for (const purpose of PURPOSES) {
    const row = rows.find((one) => one.purpose === purpose);
    if (row) Object.assign(all, { [purpose]: readRow(purpose, row) });
  }
  return all;
}

/** What is set for a purpose, which no one else changes until the transaction ends. SQL: locks the row. */
export async function lockProvider(
  tx: Sql,
  purpose: Purpose,
): Promise<Stored<ProviderSettings[Purpose]> | undefined> {
  const [row] = await tx.query<Row>(
    'SELECT purpose, settings, secret FROM provider_settings WHERE purpose = $1 FOR UPDATE',
    [purpose],
  );
  return row && readRow(purpose, row);
}

function readRow<P extends Purpose>(
  purpose: P,
  { settings, secret }: Row,
): Stored<ProviderSettings[P]> | undefined {
  const parsed = PROVIDER_SETTINGS[purpose].safeParse(settings);
  if (!parsed.success) {
    // Of a later version whose backup was restored here, for example.
    log.error({ purpose }, 'the settings of a provider cannot be read: set it again');
    return undefined;
  }
  const read = parsed.data as ProviderSettings[P];
  if (secret === null) return { settings: read, key: null, isLocked: false };
  try {
    return { settings: read, key: decrypt(secret, place(purpose)), isLocked: false };
  } catch (err) {
    if (!(err instanceof Undecipherable)) throw err;
    log.error({ err, purpose }, 'the key of a provider cannot be read: enter it again');
    return { settings: read, key: null, isLocked: true };
  }
}

/** `key` undefined keeps the one that is stored. */
export async function putProvider<P extends Purpose>(
  tx: PrismaTx,
  purpose: P,
  {
    settings,
    key,
    now,
  }: { settings: ProviderSettings[P]; key: string | null | undefined; now: Date },
): Promise<void> {
  const secret = typeof key === 'string' ? encrypt(key, place(purpose)) : key;
  const data = { settings, ...(secret !== undefined && { secret }), updatedAt: now };
  await tx.providerSetting.upsert({
    where: { purpose },
    create: { purpose, ...data },
    update: data,
    select: { purpose: true },
  });
}

/** False if there was none. */
export async function deleteProvider(tx: PrismaTx, purpose: Purpose): Promise<boolean> {
  const { count } = await tx.providerSetting.deleteMany({ where: { purpose } });
  return count > 0;
}

/** After the commit. SQL: only SQL has NOTIFY, whose result Prisma can read only as text. */
export async function notifyProviders(tx: Sql): Promise<void> {
  await tx.query(`SELECT pg_notify($1, '')::text`, [PROVIDERS_CHANNEL]);
}

/** The purposes whose keys can't be read, because ENCRYPTION_KEY has changed. SQL: as of two-factor secrets. */
export async function findLockedProviders(): Promise<string[]> {
  const rows = await sql.query<{ purpose: string }>(
    'SELECT purpose FROM provider_settings WHERE secret NOT LIKE $1 ORDER BY purpose',
    [encryptedByPresentKey()],
  );
  return rows.map(({ purpose }) => purpose);
}
