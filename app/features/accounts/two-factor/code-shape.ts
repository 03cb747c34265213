import { listed, type Checks } from '../forms/form-checks';
import { CODE_TEXTS } from './texts';

/** A code of six digits from an app, or one of the backup codes. */
export type TypedCode = { kind: 'app' | 'backup'; code: string };

const BACKUP_LENGTH = 10;

/** What was typed, however it was spaced; null when no code looks like that. */
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
