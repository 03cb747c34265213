/** Times are ISO 8601. */
export interface InvitationEntry {
  id: string;
  /** Null: anyone with the link. */
  email: string | null;
  state: 'valid' | 'used' | 'over';
  createdAt: string;
  expiresAt: string;
}

export interface InvitationPage {
  invitations: InvitationEntry[];
  cursor: string | null;
}
