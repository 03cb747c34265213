export { notInProduction } from './not-in-production.server';
