export { useEstimate, type Estimate, type Estimated } from './use-estimate';
