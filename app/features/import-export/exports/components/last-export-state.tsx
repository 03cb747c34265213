import { useExports } from '../use-exports';
import { ArchiveState } from './archive-state';

export function LastExportState() {
  const exports = useExports();
  return <ArchiveState exports={exports} label="Export everything first" />;
}
