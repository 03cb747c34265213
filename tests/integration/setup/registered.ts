import { registerFeatures } from '~/registry.server';

// For tests of what runs across features: deletion, archives, generations, and storage ask what is registered.
registerFeatures();
