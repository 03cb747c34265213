export { registerOnboarding } from './register.server';
