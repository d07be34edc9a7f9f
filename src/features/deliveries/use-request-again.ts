import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DraftFields } from '../../domain/draft.ts';
import { toDraftFields } from '../../domain/request-payload.ts';
import { useApp } from '../../stores/app.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { currentAccount } from '../../stores/user.ts';

/** Copies a delivery into a new draft and opens its summary. A second press until then does nothing. (WIZ-33) */
export function useRequestAgain() {
  const navigate = useNavigate();
  const isOpening = useRef(false);
  return async (delivery: DeliveryRequest, transform = (fields: DraftFields) => fields) => {
    if (isOpening.current) return;
    isOpening.current = true;
    const owner = currentAccount();
    const fields = transform(toDraftFields(delivery, useApp.getState().config.presets));
    const draft = useDrafts.getState().createDraft({ owner, fields, step: 'summery' });
    await navigate({ to: '/', search: {}, state: { step: 'summery', draft } });
    isOpening.current = false;
  };
}
