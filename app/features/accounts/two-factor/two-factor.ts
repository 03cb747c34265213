import { type Checks, listed } from '../forms/form-checks';
import { CODE_TEXTS } from './texts';

/** What the account's settings show while two-factor sign-in is on. */
export interface TwoFactorState {
  /** When it was switched on, in ISO 8601. */
  since: string;
  /** How many backup codes are unused. */
  backupCodes: number;
}

/** An image for a phone's camera: the path draws on a square of `size` units a side, quiet zone included. */
export interface QrCode {
  size: number;
  path: string;
}

/** What an app is set up with. */
export interface Enrollment {
  /** For apps that can't scan the image, in base32. */
  secret: string;
  uri: string;
  picture: QrCode;
}

/** Six digits from an app, or one of the backup codes. */
export type TypedCode = { kind: 'app' | 'backup'; code: string };

const BACKUP_LENGTH = 10;

/** Reads a typed code, no matter how it was spaced; null if no code looks like that. */
export function readCode(typed: string): TypedCode | null {
  const code = typed.replace(/[\s-]/gu, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  return /^[a-z\d]+$/.test(code) && code.length === BACKUP_LENGTH ? { kind: 'backup', code } : null;
}

/** A backup code as people read it. */
export function spaced(code: string): string {
  return `${code.slice(0, BACKUP_LENGTH / 2)}-${code.slice(BACKUP_LENGTH / 2)}`;
}

export function codeProblems(typed: string): string[] {
  if (typed.trim() === '') return [CODE_TEXTS.missing];
  return listed(readCode(typed) === null ? CODE_TEXTS.wrong : undefined);
}

export interface TwoFactorFields {
  code: string;
}

export const TWO_FACTOR_CHECKS: Checks<TwoFactorFields> = { code: codeProblems };
