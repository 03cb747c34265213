export { importExportBackground } from './background.server';
export { driveInOwnProcess } from './imports/work/own-process.server';
export { registerImportExport } from './register.server';
