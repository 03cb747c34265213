export { hasRoom, lockStorage, readStorage, registerStorage } from './storage.server';
