import { Banner } from '~/ui/feedback/banner';
import { useNonce } from '~/ui/page/document';
import { Wrench } from '~/ui/shared-icons';

import { maintenanceScript, type MaintenanceNotice } from './maintenance';
import { useMaintenance } from './use-maintenance';

/** Announces a maintenance until its time is over; dismissed, it stays away for the day. */
export function MaintenanceBanner({ notice }: { notice: MaintenanceNotice }) {
  const { shown, dismiss } = useMaintenance(notice.until);
  const nonce = useNonce();
  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: maintenanceScript }}
      />
      {shown && (
        <Banner
          label="Maintenance"
          icon={Wrench}
          onDismiss={dismiss}
          className="in-data-[maintenance=dismissed]:hidden"
        >
          {notice.text}
        </Banner>
      )}
    </>
  );
}
