import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Failure } from './failure.mjs';
import { runStep, runTool } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A Chromium that starts: CHROMIUM_PATH's, the system's, Playwright's own download, or Debian's package when root.
 * @returns {Promise<string>} its path
 */
export async function findOrInstallBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await starts(given)) return given;
    throw new Failure(
      `CHROMIUM_PATH names ${given}, which does not start: correct it, or unset it.`,
    );
  }
  return (await ofTheSystem()) ?? (await playwrights()) ?? (await debians()) ?? none();
}

async function ofTheSystem() {
  for (const name of NAMES) {
    const path = onPath(name);
    if (path && (await starts(path))) return path;
  }
  return undefined;
}

async function playwrights() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  if (!existsSync(path)) {
    console.log('Downloading Chromium with Playwright.');
    await runTool('playwright', ['install', 'chromium', '--no-shell'], {
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000',
    });
  }
  // It needs libraries that a server often lacks.
  return existsSync(path) && (await starts(path)) ? path : undefined;
}

async function debians() {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return undefined;
  console.log('Installing Chromium with apt-get.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runStep('apt-get', ['update'], env);
  await runStep('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], env);
  return ofTheSystem();
}

/** @returns {never} */
function none() {
  throw new Failure(
    'No Chromium was found, and none could be installed: install one and set CHROMIUM_PATH to it.',
  );
}

/** @param {string} path */
async function starts(path) {
  try {
    return (await runStep(path, ['--version'], process.env)).code === 0;
  } catch {
    // It is not there, or is no program for this machine.
    return false;
  }
}

/** @param {string} name */
function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
