export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The methods of each action that takes anything but POST alone, by its route. All others are answered with 405 before
 * the action is reached; see server/http/route-methods.ts.
 */
export const actionMethods: Readonly<Record<string, readonly Method[]>> = {
  // Nothing is there, whatever one does with it.
  'features/site/shell/routes/unknown-api': ['POST', 'PUT', 'PATCH', 'DELETE'],
  'features/accounts/deletion/routes/deletion': ['POST', 'DELETE'],
  'features/accounts/picture/routes/picture': ['POST', 'DELETE'],
  'features/accounts/sessions/routes/sessions': ['DELETE'],
  'features/accounts/sessions/routes/session': ['DELETE'],
  'features/accounts/two-factor/routes/two-factor': ['POST', 'PUT', 'DELETE'],
  'features/admin/inbox/routes/message': ['PATCH'],
  'features/admin/invitations/routes/invitation': ['DELETE'],
  'features/admin/maintenance/routes/maintenance': ['POST', 'DELETE'],
  'features/chat/attachments/routes/attachment': ['DELETE'],
  'features/copywriting/wizard/routes/brief': ['DELETE'],
  'features/chat/folders/routes/folder': ['PATCH', 'DELETE'],
  'features/chat/conversations/routes/conversation': ['PATCH', 'DELETE'],
  'features/chat/conversations/routes/settings': ['PATCH'],
  'features/chat/sharing/routes/share': ['POST', 'PATCH', 'DELETE'],
  'features/import-export/exports/routes/export': ['DELETE'],
  'features/import-export/imports/routes/import': ['DELETE'],
  'features/import-export/imports/routes/file-part': ['PUT'],
  'features/media/gallery/routes/item': ['PATCH'],
  'features/media/jobs/routes/job': ['PATCH'],
  'features/media/loras/routes/lora': ['PATCH', 'DELETE'],
  'features/media/loras/routes/image': ['PATCH', 'DELETE'],
  'features/copywriting/wizard/routes/variant': ['PATCH'],
  'features/brand/profiles/routes/profile': ['PATCH', 'DELETE'],
  'features/chat/prompts/routes/prompt': ['PATCH', 'DELETE'],
  'features/copywriting/library/routes/folder': ['PATCH', 'DELETE'],
  'features/copywriting/library/routes/content': ['PATCH', 'DELETE'],
};
