import { registerAccountData } from '~/features/account-data/index.server';

import { accountSections } from './archive-sections.server';
import { ACCOUNT_PICTURE_OBJECTS } from './picture/picture-objects.server';

export { deletionMail } from './deletion/deletion-mail.server';
export { followDeletion } from './deletion/follow-deletion.server';
export { readDeletion, wouldBeDueOn } from './deletion/read-deletion.server';
export { removeAccounts } from './deletion/remove-accounts.server';
export { cancelDeletion, requestDeletion } from './deletion/request-deletion.server';
export { removeOwnPicture, setOwnPicture } from './picture/change-own-picture.server';
export { pictureUrl } from './picture/picture-objects.server';
export { serveOwnPicture } from './picture/serve-own-picture.server';
export { sweepPictures } from './picture/sweep-pictures.server';

registerAccountData('account', { objects: [ACCOUNT_PICTURE_OBJECTS], sections: accountSections });
