import type { Settings } from '../../conversations/settings/use-settings';

export interface InstructionsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  settings: Settings;
}
