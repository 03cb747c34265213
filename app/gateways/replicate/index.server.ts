export { checkReplicate, replicateHost } from './client.server';
export type { SignedCall } from './webhook';
export { cancelPrediction, isReplicateId, wake } from './work.server';
export { readWebhook, webhookAddress } from './webhook.server';
