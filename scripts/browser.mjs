import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Failure } from './failure.mjs';
import { runStep, runTool } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same browser without what draws a window, which saves a third of the processor time of a journey. */
const SHELL = 'chromium-headless-shell';

/**
 * Finds a Chromium that starts: CHROMIUM_PATH's, the system's, Playwright's download, or as root Debian's package.
 * @returns {Promise<string>} its path
 */
export async function findOrInstallBrowser() {
  return (
    (await configuredBrowser()) ??
    (await ofTheSystem(NAMES)) ??
    (await playwrights()) ??
    (await debians('chromium')) ??
    none()
  );
}

/**
 * Prefers Chromium's headless shell, which CI installs: journeys look at pages, not at windows.
 * @returns {Promise<string>} its path
 */
export async function findOrInstallHeadlessBrowser() {
  return (
    (await configuredBrowser()) ??
    (await ofTheSystem([SHELL])) ??
    (process.env.CI ? await debians(SHELL) : undefined) ??
    findOrInstallBrowser()
  );
}

/**
 * Finds the programs of the engines besides Chromium, which tests/long/browsers drives; an engine is undefined where it isn't
 * installed. WebKit needs a display, which may be one in memory.
 */
export function findOtherEngines() {
  const driver = onPath('WebKitWebDriver');
  const [browser] = globSync('/usr/{lib/*,libexec}/webkit*gtk-*/MiniBrowser');
  const display = onPath('Xvfb');
  return {
    firefox: onPath('firefox-esr') ?? onPath('firefox'),
    webkit: driver && browser && display ? { driver, browser, display } : undefined,
  };
}

/**
 * Installs what CI lacks of the other engines, each by itself, so that one missing package leaves the others. The tests of an engine
 * that can't be installed say that they are skipped.
 */
export async function installOtherEngines() {
  const { firefox, webkit } = findOtherEngines();
  if (!firefox) await installDebians(['firefox-esr']);
  if (!webkit) await installDebians(['webkit2gtk-driver', 'xvfb']);
}

async function configuredBrowser() {
  const path = process.env.CHROMIUM_PATH;
  if (!path || (await starts(path))) return path;
  throw new Failure(`CHROMIUM_PATH names ${path}, which does not start: correct it, or unset it.`);
}

/** @param {string[]} names */
async function ofTheSystem(names) {
  for (const name of names) {
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
  // It needs libraries that servers often lack.
  return existsSync(path) && (await starts(path)) ? path : undefined;
}

/** @param {string} name */
async function debians(name) {
  return (await installDebians([name])) ? ofTheSystem([name]) : undefined;
}

/**
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are installed
 */
async function installDebians(packages) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false;
  console.log(`Installing ${packages.join(', ')} with apt-get.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runStep('apt-get', ['update'], env);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const { code } = await runStep('apt-get', install, env);
  if (code !== 0) console.log(`apt-get couldn't install ${packages.join(', ')}.`);
  return code === 0;
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
    // It's missing, or not a program for this machine.
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
