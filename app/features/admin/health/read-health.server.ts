import { failingParts } from './readiness.server';
import { AiError, checkAi, isDemo } from '~/gateways/ai/index.server';
import { isImageDemo, imageHosts } from '~/gateways/images/index.server';
import { checkEmailService, isOutboxUsed, EmailError } from '~/gateways/email/index.server';
import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { replicateHost } from '~/gateways/replicate/index.server';
import {
  chatAccess,
  emailSettings,
  imageSettings,
  replicateSettings,
} from '~/settings/providers.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import { MINUTE_MS } from '~/lib/time';

import {
  AI_NAMES,
  aiProblem,
  emailNames,
  emailProblem,
  IMAGE_SERVICE,
  mediaProblem,
  PAYMENT_PROBLEMS,
  REPLICATE,
} from './connection-texts';
import type { PartHealth } from './connections';
import { describeConnections } from './describe-connections.server';
import { liveCheck, type Finding, type LiveFinding } from './live-check';
import { findImages, findReplicate } from './test-connections.server';

/** No service is checked more often than this, and none while no admin looks. */
const KEEP_MS = 3 * MINUTE_MS;
const KEEP_FAILURE_MS = MINUTE_MS;
const TIMEOUT_MS = 10_000;

const WORKS: Finding = { state: 'works', text: '' };
const CANNOT_CHECK =
  'It answers. To check more would cost money; the test under Connections asks for one word.';
const SEE_LOG = 'It doesn’t answer. The app’s log has the cause.';

type Checks = Record<'ai' | 'images' | 'replicate' | 'mail' | 'payments', () => LiveFinding>;

const state = singleton('part-health', () => ({ checks: null as Checks | null }));

function newChecks(): Checks {
  return {
    ai: live(findAi, aiProblem('timed-out', aiNames())),
    images: live(findImages, mediaProblem('timed-out', imageService())),
    replicate: live(findReplicate, mediaProblem('timed-out', replicateService())),
    mail: live(findEmail, emailProblem('timed-out', emailNames(emailSettings()))),
    payments: live(findPayments, PAYMENT_PROBLEMS.unavailable),
  };
}

/** What was found says nothing about other providers. */
export function resetHealth(): void {
  state.checks = null;
}

const aiNames = () => AI_NAMES[chatAccess()?.source ?? 'environment'];
const imageService = () => IMAGE_SERVICE[imageSettings()?.source ?? 'environment'];
const replicateService = () => REPLICATE[replicateSettings()?.source ?? 'environment'];

function live(find: () => Promise<Finding>, late: string): () => LiveFinding {
  const check = () =>
    find().catch((err: unknown): Finding => {
      log.error({ err }, 'a connection could not be checked');
      return { state: 'fails', text: SEE_LOG };
    });
  return liveCheck(check, {
    keepMs: KEEP_MS,
    keepFailureMs: KEEP_FAILURE_MS,
    timeoutMs: TIMEOUT_MS,
    late: { state: 'fails', text: late },
  });
}

async function findAi(): Promise<Finding> {
  try {
    const found = await checkAi(AbortSignal.timeout(TIMEOUT_MS));
    return found === 'works' ? WORKS : { state: 'unknown', text: CANNOT_CHECK };
  } catch (err) {
    if (!(err instanceof AiError)) throw err;
    log.warn({ code: err.code, status: err.status }, 'the AI provider does not work');
    return { state: 'fails', text: aiProblem(err.code, aiNames()) };
  }
}

async function findEmail(): Promise<Finding> {
  try {
    await checkEmailService();
    return WORKS;
  } catch (err) {
    if (!(err instanceof EmailError)) throw err;
    log.warn({ err }, 'the email service does not work');
    return { state: 'fails', text: emailProblem(err.code, emailNames(emailSettings())) };
  }
}

async function findPayments(): Promise<Finding> {
  try {
    await (await payments()).check();
    return WORKS;
  } catch (err) {
    if (!(err instanceof PaymentError)) throw err;
    log.warn({ err }, 'the payment service does not work');
    return { state: 'fails', text: PAYMENT_PROBLEMS[err.code] };
  }
}

/** The known health of each part. Remote services are checked in the background, by requests that cost nothing. */
export async function readHealth(now: Date): Promise<PartHealth[]> {
  const failing = await failingParts();
  const settings = describeConnections();
  const checks = (state.checks ??= newChecks());
  const local = (name: string, part: 'database' | 'objects', setting: string): PartHealth => {
    const fails = failing.includes(part);
    const found = { state: fails ? 'fails' : 'works', text: fails ? SEE_LOG : '' } as const;
    return { name, setting, ...found, checkedAt: now.toISOString(), isChecking: false };
  };
  return [
    local('Database', 'database', 'PostgreSQL'),
    local('Files', 'objects', settings.objects),
    isDemo() ? unused('AI', settings.ai) : remote('AI', settings.ai, checks.ai()),
    isImageDemo() || imageHosts().length === 0
      ? unused('Images', settings.images)
      : remote('Images', settings.images, checks.images()),
    replicateHost() === null
      ? unused('Replicate', settings.replicate)
      : remote('Replicate', settings.replicate, checks.replicate()),
    // With the outbox, the check is whether emails can be written; they still reach no one.
    isOutboxUsed()
      ? asOutbox(remote('Email', settings.mail, checks.mail()))
      : remote('Email', settings.mail, checks.mail()),
    paymentsMode() === 'off'
      ? unused('Payments', settings.payments)
      : remote('Payments', settings.payments, checks.payments()),
  ];
}

function remote(name: string, setting: string, { found, isChecking }: LiveFinding): PartHealth {
  return found
    ? {
        name,
        setting,
        state: found.state,
        text: found.text,
        checkedAt: found.at.toISOString(),
        isChecking,
      }
    : { name, setting, state: 'checking', text: '', checkedAt: null, isChecking };
}

function unused(name: string, setting: string): PartHealth {
  return { name, setting, state: 'unused', text: '', checkedAt: null, isChecking: false };
}

function asOutbox(part: PartHealth): PartHealth {
  const text = 'No email reaches anyone until a service is set.';
  return part.state === 'works' ? { ...part, state: 'unused', text } : part;
}
