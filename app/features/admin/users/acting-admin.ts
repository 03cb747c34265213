/** Who does something, and from where. */
export interface ActingAdmin {
  id: string;
  address: string | undefined;
}
