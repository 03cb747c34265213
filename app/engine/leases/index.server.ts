export {
  type Claim,
  cut,
  type Lease,
  LeaseLost,
  leaseOn,
  MAX_DEATHS,
  type ProcessClaim,
  untilCut,
} from './lease';
export { type Beaten, Leases, thisProcessId, reapEach, storeEnd } from './leases.server';
