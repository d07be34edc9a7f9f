import { useNavigate } from '@tanstack/react-router';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DraftFields } from '../../domain/draft.ts';
import { toDraftFields } from '../../domain/request-payload.ts';
import { useApp } from '../../stores/app.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { currentAccount } from '../../stores/user.ts';

/** Copies a delivery into a new draft and opens its summary. (WIZ-33) */
export function useRequestAgain() {
  const navigate = useNavigate();
  return (
    delivery: DeliveryRequest,
    transform: (fields: DraftFields) => DraftFields = (fields) => fields,
  ) => {
    const owner = currentAccount();
    const fields = transform(toDraftFields(delivery, useApp.getState().config.presets));
    const draft = useDrafts.getState().createDraft({ owner, fields, step: 'summery' });
    void navigate({ to: '/', search: {}, state: { step: 'summery', draft } });
  };
}
