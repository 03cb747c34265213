export { allAccountData, registerAccountData, type AccountData } from './account-data.server';
