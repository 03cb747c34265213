import { registerGeneration } from '~/engine/generation/index.server';
import type { BackgroundWork } from '~/engine/queue/index.server';
import { accountsBackground, registerAccounts } from '~/features/accounts/index.server';
import { billingBackground, registerBilling } from '~/features/billing/index.server';
import { brandBackground, registerBrand } from '~/features/brand/index.server';
import { chatBackground, registerChat } from '~/features/chat/index.server';
import { copywritingBackground, registerCopywriting } from '~/features/copywriting/index.server';
import { emailBackground, registerEmail } from '~/features/email/index.server';
import { helpBackground, registerHelp } from '~/features/help/index.server';
import {
  importExportBackground,
  registerImportExport,
} from '~/features/import-export/index.server';
import { mediaBackground, registerMedia } from '~/features/media/index.server';
import { registerOnboarding } from '~/features/onboarding/index.server';

/**
 * What features contribute to the engine: what they keep of a user, which generations they can end, whose files count
 * toward the quota. Any process may end another's work, so each one registers all of it, once, before it serves
 * anything.
 */
export function registerFeatures(): void {
  registerAccounts();
  registerEmail();
  registerBilling();
  registerBrand();
  registerChat();
  registerCopywriting();
  registerMedia();
  registerOnboarding();
  registerImportExport();
  registerHelp();
  registerGeneration();
}

/** What features do apart from requests. */
export const background: readonly BackgroundWork[] = [
  accountsBackground,
  emailBackground,
  billingBackground,
  brandBackground,
  chatBackground,
  copywritingBackground,
  mediaBackground,
  importExportBackground,
  helpBackground,
];
