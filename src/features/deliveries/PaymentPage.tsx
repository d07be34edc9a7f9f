import type { ReactNode } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { DeliveryLoader } from './DeliveryLoader.tsx';
import classes from './PaymentPage.module.css';

type PaymentPageProps = {
  /** The id as it is in the URL. */
  deliveryId: string;
  title: string;
  children: (delivery: DeliveryRequest, updatedAt: number | undefined) => ReactNode;
};

/** The narrow column of the payment screens, which appears once their delivery is loaded. */
export function PaymentPage({ deliveryId, title, children }: PaymentPageProps) {
  return (
    <DeliveryLoader deliveryId={deliveryId} title={title}>
      {(delivery, updatedAt) => (
        <div className={`stack gap-2 w-full mx-auto ${classes.page}`}>{children(delivery, updatedAt)}</div>
      )}
    </DeliveryLoader>
  );
}
