export * from './conversation';
export * from './hostile';
export * from './uploaded';
export * from './write-export';
export * from './read';
