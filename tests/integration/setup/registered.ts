import { registerFeatures } from '~/registry.server';

// For tests of what works across features: deletion, archives, generations, and storage use what is registered.
registerFeatures();
