import { reasonOf, type ProviderErrorCode } from '../providers/provider-error';

export {
  classify,
  connectionFailure,
  ProviderError as ImageError,
  retryAfterOf,
  shortCode,
  type ProviderErrorCode as ImageErrorCode,
  type FailureDetails,
} from '../providers/provider-error';

/** What a person reads about an image that could not be had. */
export function imageReason(code: ProviderErrorCode): string {
  return reasonOf(code, { service: 'image service', thing: 'picture' });
}
