export { checkReplicate, replicateHost } from './check.server';
export type { SignedCall } from './signature';
export { wake } from './wake.server';
export { cancelPrediction, isReplicateId } from './work.server';
export { readWebhook, webhookAddress } from './webhook.server';
