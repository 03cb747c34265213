/** What the account's settings show of two-factor sign-in that is on. */
export interface TwoFactorState {
  /** When it was switched on, as an ISO text. */
  since: string;
  /** Backup codes that were not used yet. */
  backupCodes: number;
}

/** An image for a phone's camera: the path draws on a square with this many units a side, quiet zone included. */
export interface QrCode {
  size: number;
  path: string;
}

/** What an app is set up with. */
export interface Enrollment {
  /** For apps that cannot see the image, in base32. */
  secret: string;
  uri: string;
  picture: QrCode;
}
