export const DOWNLOAD_FORMATS = ['markdown', 'html', 'text'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];
