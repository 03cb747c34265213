import { registerGeneration } from '~/engine/generation/index.server';
import { registerAccounts } from '~/features/accounts/index.server';
import { registerBilling } from '~/features/billing/index.server';
import { registerBrand } from '~/features/brand/index.server';
import { registerChat } from '~/features/chat/index.server';
import { registerCopywriting } from '~/features/copywriting/index.server';
import { registerEmail } from '~/features/email/index.server';
import { registerHelp } from '~/features/help/index.server';
import { registerImportExport } from '~/features/import-export/index.server';
import { registerMedia } from '~/features/media/index.server';
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
