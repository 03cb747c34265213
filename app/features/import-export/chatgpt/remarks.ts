/** What of a conversation could not be shown, each counted. */
export const REMARKS = {
  missingFile: 'a file that the export does not have',
  unreadableNode: 'a message that could not be read',
  largeNode: 'a message too large to be read',
  wrongBytes: 'a message with characters that could not be read',
  tooMany: 'a message beyond the number that a conversation may have',
  lostEdit: 'a change to a document that could not be followed',
  longQuotation: 'a long quotation, shortened',
  unknownKind: (kind: string) =>
    /^[\w-]{1,60}$/.test(kind)
      ? `content of an unknown kind (${kind})`
      : 'content of an unknown kind',
};
