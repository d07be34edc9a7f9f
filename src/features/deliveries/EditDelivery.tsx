import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ParcelInputs } from '../../components/ParcelInputs.tsx';
import { PlaceCombobox } from '../../components/PlaceCombobox.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Presets } from '../../contract/presets.ts';
import {
  describeChanges,
  type EditFields,
  editedRequest,
  editFieldsOf,
  validateEdit,
} from '../../domain/delivery-edit.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { changedFields } from '../../domain/draft-defaults.ts';
import { speedLabel } from '../../domain/parcel.ts';
import { pickFor } from '../../domain/place-details.ts';
import { toDraftFields } from '../../domain/request-payload.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-ends.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import { useApp } from '../../stores/app.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { currentAccount, useAccount } from '../../stores/user.ts';
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StickyBar } from '../../ui/StickyBar.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { editDraftOf, removeEditDraft, saveEditDraft } from '../../use-cases/deliveries/change-delivery.ts';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';
import { saveDelivery } from '../../use-cases/deliveries/save-delivery.ts';
import { usePlaceField } from '../../use-cases/places/use-place-suggestions.ts';
import classes from './EditDelivery.module.css';

type EditDeliveryProps = {
  delivery: DeliveryRequest;
  /** The form also opens with the stored changes of a delivery that was paid meanwhile. */
  canEdit: boolean;
  onCancel: () => void;
  onSaved: () => void;
};

export function EditDelivery({ delivery, canEdit, onCancel, onSaved }: EditDeliveryProps) {
  const presets = useApp(({ config }) => config.presets);
  // The delivery as it was when the user began to change it. Another device may change it meanwhile: fields that were
  // not changed here then follow, and the others stay as typed.
  const [before] = useState(() => editDraftOf(delivery.id)?.editOf ?? delivery);
  const [changes, setChanges] = useState(() => {
    const draft = editDraftOf(delivery.id);
    return draft ? changedFields(editFieldsOf(before, presets), draft.fields) : {};
  });
  const initialFields = editFieldsOf(delivery, presets);
  const fields = { ...initialFields, ...changes };
  const changesElsewhere = describeChanges(before, delivery, presets);
  // Leaving after the save, while the delivery is being refreshed, loses nothing and needs no confirmation.
  const [isSaved, setIsSaved] = useState(false);
  const isDirty = !isSaved && JSON.stringify(fields) !== JSON.stringify(initialFields);
  useEditDraft(before, isDirty ? changes : undefined, presets);
  // The first save is of the version that the user began to change, even if a newer one has arrived meanwhile.
  const [isWarned, setIsWarned] = useState(false);
  const isChangedElsewhere =
    changesElsewhere.length > 0 || (isWarned && delivery.lastModified !== before.lastModified);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [blurredEnds, setBlurredEnds] = useState<readonly RouteEndKey[]>([]);
  const [isSaving, setIsSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const errors = validateEdit(fields);
  const unclearEnds = unclearEndsOf(delivery);
  // The form closes after the save, with all that is typed meanwhile.
  const change = (changed: Partial<EditFields>) =>
    setChanges((current) => (isSaving ? current : { ...current, ...changed }));
  const placeProps = (end: RouteEndKey) => ({
    end,
    place: fields[end],
    error: hasSubmitted || blurredEnds.includes(end) ? errors[end] : undefined,
    onChange: (place: DraftPlace) => change({ [end]: place }),
    onBlur: () => setBlurredEnds((ends) => [...ends, end]),
    isUnclear: unclearEnds.includes(end) && fields[end].name === initialFields[end].name,
  });

  // On a phone the form begins below the fold, and a long page may have been scrolled far below it.
  useEffect(() => {
    form.current?.scrollIntoView?.({ block: 'start' });
    form.current?.querySelector<HTMLElement>('[data-unclear] input')?.focus();
  }, []);

  async function save(event: FormEvent) {
    event.preventDefault();
    setHasSubmitted(true);
    const request = editedRequest(delivery, fields);
    if (Object.keys(errors).length > 0 || request === undefined) {
      focusFirstInvalid();
      return;
    }
    setIsSaving(true);
    if (!(await saveDelivery(isWarned ? delivery : before, request))) {
      setIsSaving(false);
      setIsWarned(true);
      // What was changed elsewhere appears with the next paint, above the first field.
      requestAnimationFrame(() =>
        form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }),
      );
      return;
    }
    setIsSaved(true);
    await refreshDelivery(delivery.id);
    onSaved();
  }

  return (
    <form
      ref={form}
      className={`stack gap-5 ${classes.form}`}
      noValidate
      onSubmit={(event) => void save(event)}
    >
      {!canEdit && (
        <Notice tone="warn" role="alert" title="This delivery can no longer be changed">
          What you typed here was not saved. Contact us if it is important for the delivery.
        </Notice>
      )}
      {canEdit && !isSaving && isChangedElsewhere && (
        <Notice tone="warn" role="alert" title="This delivery was changed elsewhere">
          {changesElsewhere.length > 0 && (
            <ul className="wrap-anywhere">
              {changesElsewhere.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
          What you typed here is kept. Check it, then save again.
        </Notice>
      )}
      <EditPlace {...placeProps('pickUp')} />
      <EditPlace {...placeProps('dropOff')} />
      <ParcelInputs
        presets={presets}
        fields={fields}
        errors={errors}
        showErrors={hasSubmitted}
        rows={5}
        onChange={change}
      />
      <div className="card overflow-hidden">
        <Rows isAtTop rows={[{ label: 'Delivery', value: speedLabel(delivery) }]} />
        <p className="px-5 pb-3 text-sm text-muted">
          Delivery speed and priority can't be changed after you've requested the delivery.
        </p>
      </div>
      <UnsavedChanges isDirty={isDirty} />
      <StickyBar>
        <Button variant="default" onClick={onCancel} disabled={isSaving}>
          Cancel
        </Button>
        {canEdit && (
          <OnlineButton type="submit" reason="Saving needs a connection." loading={isSaving}>
            Save Changes
          </OnlineButton>
        )}
      </StickyBar>
    </form>
  );
}

/** Holds the changes on the device while the form is open. They survive a reload and the end of the session. */
function useEditDraft(
  before: DeliveryRequest,
  changes: Partial<EditFields> | undefined,
  presets: Presets,
): void {
  const account = useAccount();
  // A layout effect runs before the session can end because of something that the user does next.
  useLayoutEffect(() => {
    if (changes === undefined) {
      removeEditDraft(before.id);
      return;
    }
    const save = () => saveEditDraft(before, { ...toDraftFields(before, presets), ...changes });
    save();
    // Another tab that closes its form of this delivery removes the draft. A log-out removes it for good.
    return useDrafts.subscribe(({ clearedAt }, { clearedAt: clearedBefore }) => {
      if (clearedAt === clearedBefore && editDraftOf(before.id) === undefined) save();
    });
  }, [before, changes, presets]);
  // The drafts of an account whose session has ended stay.
  useLayoutEffect(
    () => () => {
      if (currentAccount() === account) removeEditDraft(before.id);
    },
    [account, before],
  );
}

// Only the edit form needs it, and most people never edit a delivery.
const MapPickerButton = lazyComponent(() =>
  import('../../map/LazyMapPicker.tsx').then((module) => module.MapPickerButton),
);

type EditPlaceProps = {
  end: RouteEndKey;
  place: DraftPlace;
  error: string | undefined;
  /** The place must be picked before the delivery can be paid. */
  isUnclear: boolean;
  onChange: (place: DraftPlace) => void;
  onBlur: () => void;
};

function EditPlace({ end, place, error, isUnclear, onChange, onBlur }: EditPlaceProps) {
  const id = useId();
  const field = usePlaceField({ place, onChange, onBlur });
  return (
    <div className="stack gap-icon" data-unclear={isUnclear || undefined}>
      <label className="label" htmlFor={id}>
        {ROUTE_END_LABELS[end].field}
      </label>
      <div
        className={`field-box items-center gap-3 relative ${classes.box}`}
        data-invalid={error !== undefined || undefined}
      >
        <span className="end-mark" data-end={end} aria-hidden="true" />
        <PlaceCombobox {...field} id={id} placeholder="Street, City, Postal Code" error={error} />
        <MapPickerButton
          end={end}
          place={place}
          isDisabled={false}
          onPick={(picked) =>
            onChange(
              isUnclear && picked.chosen ? pickFor(place, { ...picked.chosen, label: picked.name }) : picked,
            )
          }
        />
      </div>
      <p role="status" className={`text-sm text-soft ${classes.message}`}>
        {isUnclear && 'Which one did you mean? Choose a suggestion, or pick the place on the map.'}
      </p>
    </div>
  );
}
