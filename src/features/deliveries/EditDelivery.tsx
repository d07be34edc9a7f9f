import { Button, Switch, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { editDeliveryRequest } from '../../api/delivery-requests.ts';
import { NOTE_MAX_LENGTH } from '../../contract/constants.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { type EditFields, editedRequest, editFieldsOf, validateEdit } from '../../domain/delivery-edit.ts';
import { speedLabel } from '../../domain/parcel-labels.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { Card } from '../../ui/Card.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';
import classes from './EditDelivery.module.css';
import { EditParcel } from './EditParcel.tsx';
import { EditPlace } from './EditPlace.tsx';

type EditDeliveryProps = { delivery: DeliveryRequest; onDone: () => void };

export function EditDelivery({ delivery, onDone }: EditDeliveryProps) {
  const [fields, setFields] = useState(() => editFieldsOf(delivery));
  const [initialFields] = useState(fields);
  // What was saved is not lost by leaving before the delivery has been read again.
  const [isSaved, setIsSaved] = useState(false);
  const isDirty = !isSaved && JSON.stringify(fields) !== JSON.stringify(initialFields);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isSaving, setIsSaving] = useState(false);
  const isReachable = useApp(({ isReachable }) => isReachable);
  const form = useRef<HTMLFormElement>(null);
  const errors = validateEdit(fields);
  const visibleError = (name: keyof EditFields) => (touched.has(name) ? errors[name] : undefined);
  const change = (changes: Partial<EditFields>) => setFields((typed) => ({ ...typed, ...changes }));
  const touch = (name: keyof EditFields) => setTouched((left) => new Set(left).add(name));

  async function save(event: FormEvent) {
    event.preventDefault();
    setTouched(new Set(Object.keys(fields)));
    const request = editedRequest(delivery, fields);
    if (Object.keys(errors).length > 0 || request === undefined) {
      // The sentences appear with the next paint; the first faulty field then takes the focus.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-faulty] input')?.focus(),
      );
      return;
    }
    setIsSaving(true);
    const result = await editDeliveryRequest(delivery.id, request);
    if (!result.ok) {
      setIsSaving(false);
      return;
    }
    setIsSaved(true);
    const account = accountOf(useUser.getState().user);
    if (account !== undefined) useDelivery.getState().upsert(account, result.value, Date.now());
    showAlert('success', 'Delivery saved');
    await refreshDelivery(delivery.id);
    onDone();
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      <EditPlace
        kind="pickUp"
        place={fields.pickUp}
        error={visibleError('pickUp')}
        onChange={(pickUp) => change({ pickUp })}
        onBlur={() => touch('pickUp')}
      />
      <EditPlace
        kind="dropOff"
        place={fields.dropOff}
        error={visibleError('dropOff')}
        onChange={(dropOff) => change({ dropOff })}
        onBlur={() => touch('dropOff')}
      />
      <EditParcel fields={fields} errorOf={visibleError} onChange={change} onBlur={touch} />
      <Switch
        label="Fragile"
        description="We handle it with extra care."
        checked={fields.isFragile}
        onChange={(event) => change({ isFragile: event.currentTarget.checked })}
      />
      <Textarea
        label="Special Instructions"
        description="Optional"
        rows={5}
        maxLength={NOTE_MAX_LENGTH}
        value={fields.instructions}
        onChange={(event) => change({ instructions: event.currentTarget.value })}
      />
      <Card className={classes.fixed ?? ''}>
        <Rows rows={[{ label: 'Delivery', value: speedLabel(delivery) }]} />
        <p>Speed and priority cannot be changed once a delivery is requested.</p>
      </Card>
      <UnsavedChanges isDirty={isDirty} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onDone} disabled={isSaving}>
          Cancel
        </Button>
        <OnlineButton
          type="submit"
          isReachable={isReachable}
          reason="Saving needs a connection."
          loading={isSaving}
        >
          Save Changes
        </OnlineButton>
      </div>
    </form>
  );
}
