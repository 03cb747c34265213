export { drainExports, exportEmailJob, makeExport } from './exports/make-export.server';
export { purgeExportObjects, purgeExports } from './exports/purge-exports.server';
export { driveInOwnProcess } from './imports/work/own-process.server';
export { purgeImports } from './imports/purge-imports.server';
export { drainImports, importWork, resumeImports } from './imports/work/work-import.server';
export { registerImportExport } from './register.server';
