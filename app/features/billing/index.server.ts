export { readAllowance } from './allowance/allowance-table.server';
export { grantAllowances } from './allowance/grant-allowances.server';
export { setAllowance } from './allowance/set-allowance.server';
export { extendTrial } from './extend-trial.server';
export { getBalance, type Balance } from './get-balance.server';
export { grant, type GrantRequest } from './grant.server';
export { chargeHouse, houseBudgetLeft } from './house.server';
export { lapse, type LapseReport } from './lapse.server';
export { openBillingAccount } from './open-billing-account.server';
export { reserve, type ReserveRequest } from './reserve.server';
export { roomForAll } from './room-for-all.server';
export { settle, type SettleRequest } from './settle.server';
export {
  weigh,
  weighted,
  type Amounts,
  type Bucket,
  type Metering,
  type TokenUsage,
} from './spending';
