import { SpellCheck } from 'lucide-react';

import { FileText, Palette } from '~/ui/display/shared-icons';

/** The steps that completeness doesn't ask for. */
export const OTHER_STEPS = [
  { step: 'look', label: 'Look', Icon: Palette },
  { step: 'voice', label: 'Voice rules', Icon: SpellCheck },
  { step: 'knowledge', label: 'Knowledge', Icon: FileText },
] as const;
