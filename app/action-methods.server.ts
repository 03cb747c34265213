export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The methods of each action that takes anything but POST alone, by its route. All others are answered with 405 before
 * the action is reached; see server/route-methods.ts.
 */
export const actionMethods: Readonly<Record<string, readonly Method[]>> = {
  // Nothing is there, whatever one does with it.
  'routes/api.$': ['POST', 'PUT', 'PATCH', 'DELETE'],
  'routes/api.account.deletion': ['POST', 'DELETE'],
  'routes/api.account.picture': ['POST', 'DELETE'],
  'routes/api.account.sessions': ['DELETE'],
  'routes/api.account.sessions_.$id': ['DELETE'],
  'routes/api.account.two-factor': ['POST', 'PUT', 'DELETE'],
  'routes/api.admin.inbox.$id': ['PATCH'],
  'routes/api.admin.invitations_.$id': ['DELETE'],
  'routes/api.admin.maintenance': ['POST', 'DELETE'],
  'routes/api.attachments_.$id': ['DELETE'],
  'routes/api.briefs_.$id': ['DELETE'],
  'routes/api.conversation-folders_.$id': ['PATCH', 'DELETE'],
  'routes/api.conversations_.$id': ['PATCH', 'DELETE'],
  'routes/api.conversations_.$id_.settings': ['PATCH'],
  'routes/api.conversations_.$id_.share': ['POST', 'PATCH', 'DELETE'],
  'routes/api.exports_.$id': ['DELETE'],
  'routes/api.imports_.$id': ['DELETE'],
  'routes/api.imports_.$id_.files.$file.parts.$part': ['PUT'],
  'routes/api.media.items_.$id': ['PATCH'],
  'routes/api.media.jobs_.$id': ['PATCH'],
  'routes/api.media.loras_.$id': ['PATCH', 'DELETE'],
  'routes/api.media.loras_.$id_.images_.$imageId': ['PATCH', 'DELETE'],
  'routes/api.pieces_.$id': ['PATCH'],
  'routes/api.profiles_.$id': ['PATCH', 'DELETE'],
  'routes/api.prompts_.$id': ['PATCH', 'DELETE'],
  'routes/api.saved-content-folders_.$id': ['PATCH', 'DELETE'],
  'routes/api.saved-content_.$id': ['PATCH', 'DELETE'],
};
