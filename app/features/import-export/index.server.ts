export { importExportBackground } from './background.server';
export { runImportInOwnProcess } from './imports/work/own-process.server';
export { registerImportExport } from './register.server';
