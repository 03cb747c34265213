import type { Settings } from '../use-settings';

export interface InstructionsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  settings: Settings;
}
