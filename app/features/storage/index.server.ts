export { hasRoom, lockStorage, readStorage, registerStorage, roomLeft } from './storage.server';
