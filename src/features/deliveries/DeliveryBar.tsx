import { Button } from '@mantine/core';
import { ShareTracking } from '../../components/ShareTracking.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { Icon } from '../../ui/Icon.tsx';
import { StickyBar } from '../../ui/StickyBar.tsx';
import { PayButton } from './PayButton.tsx';
import { useRequestAgain } from './use-request-again.ts';

/** The one action that is most useful now. */
export type NextAction = 'pay' | 'share' | 'sendAgain';

/** The next useful action of a delivery, always in reach on a phone. (DET-41) */
export function DeliveryBar({ delivery, action }: { delivery: DeliveryRequest; action: NextAction }) {
  const requestAgain = useRequestAgain();
  return (
    <StickyBar>
      <div className="stack flex-1">
        {action === 'pay' && <PayButton delivery={delivery} />}
        {action === 'share' && delivery.order && <ShareTracking guid={delivery.order.guid} />}
        {action === 'sendAgain' && (
          <Button leftSection={<Icon name="return" />} onClick={() => requestAgain(delivery)}>
            Send again
          </Button>
        )}
      </div>
    </StickyBar>
  );
}
