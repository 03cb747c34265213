import { normalizeText } from '~/lib/text/normalize';

const MAX_LENGTH = 1_024;

/**
 * The name of an entry as a way below the root of its zip; `nothing` is meant for no one (folders, what systems add),
 * `unsafe` leads elsewhere or is no name.
 */
export function entryName(written: string): { path: string } | 'nothing' | 'unsafe' {
  if (written.length > MAX_LENGTH) return 'unsafe';
  const name = normalizeText(written.toWellFormed(), 'NFC').replaceAll('\\', '/');
  if (name.length > MAX_LENGTH || /[\u0000-\u001f\u007f]/.test(name)) return 'unsafe';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'unsafe';
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return 'unsafe';
  const last = segments.at(-1);
  if (last === undefined || name.endsWith('/')) return 'nothing';
  if (segments[0] === '__MACOSX' || last.startsWith('._') || last === '.DS_Store') return 'nothing';
  return { path: segments.join('/') };
}
