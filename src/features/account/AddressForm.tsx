import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, useId, useLayoutEffect, useState } from 'react';
import type { GeocodedPlace } from '../../api/places.ts';
import { NAME_SUGGESTIONS } from '../../components/address-icon.ts';
import { PlaceCombobox } from '../../components/PlaceCombobox.tsx';
import { type Address, AddressInput } from '../../contract/address.ts';
import { addressLine } from '../../contract/address-line.ts';
import { coordinatesOf } from '../../contract/coordinates.ts';
import { problemErrors } from '../../domain/field-errors.ts';
import { fillAddress, isPickedPlace } from '../../domain/picked-address.ts';
import { schemaErrors } from '../../domain/schema-errors.ts';
import { LazyMapPicker } from '../../map/LazyMapPicker.tsx';
import { formDrafts, useFormDraft } from '../../stores/form-drafts.ts';
import { useIsLoading } from '../../stores/loaders.ts';
import type { DialogFormProps } from '../../ui/FormDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { SAVE_ADDRESS, saveAddress } from '../../use-cases/places/change-addresses.ts';
import { splitAddressLine, usePlaceSearch } from '../../use-cases/places/use-place-suggestions.ts';
import classes from './AddressForm.module.css';

/** The fields that the map or a search fills in. */
const PLACE_FIELD_PROPS = {
  country: { label: 'Country', autoComplete: 'country-name' },
  city: { label: 'City', autoComplete: 'address-level2' },
  street: { label: 'Street', autoComplete: 'address-line1' },
  postalCode: { label: 'Postal Code', autoComplete: 'postal-code' },
};
type PlaceFieldName = keyof typeof PLACE_FIELD_PROPS;

type FilledPlace = Pick<GeocodedPlace, PlaceFieldName | 'latitude' | 'longitude'>;

const NO_COORDINATES = { latitude: 0, longitude: 0 };
const NEW_ADDRESS: AddressInput = {
  name: '',
  street: '',
  postalCode: '',
  city: '',
  country: '',
  ...NO_COORDINATES,
  isDefaultPickUp: false,
  isDefaultDropOff: false,
};

type AddressFormProps = Omit<DialogFormProps, 'onLeave'> & { address: Address | undefined };

export function AddressForm({ address, onDirtyChange, onClose }: AddressFormProps) {
  const isBusy = useIsLoading(SAVE_ADDRESS);
  const draft = formDrafts().address;
  const typedValues = address === undefined || draft?.id === address.id ? draft?.values : undefined;
  const initialValues = initialValuesOf(address);
  const { form, handleSubmit, errorStatus, showErrors } = useTouchedForm(
    initialValues,
    (values) => schemaErrors(AddressInput, values),
    { isBusy, typedValues },
  );
  // The address that the point belongs to. The text may change and change back, and then the point applies again.
  const [picked, setPicked] = useState(typedValues ?? initialValues);
  const isDirty = form.isDirty();
  useFormDraft('address', isDirty ? { id: address?.id, values: form.values } : undefined);
  // This is a layout effect, because Escape may follow a key press immediately and must find the current value.
  useLayoutEffect(() => void onDirtyChange(isDirty), [isDirty, onDirtyChange]);
  const hasCoordinates = coordinatesOf(form.values) !== undefined;

  async function save(values: AddressInput) {
    const result = await saveAddress(values, address?.id);
    if (result.ok) onClose();
    else showErrors(problemErrors(result.failure, ['name', ...Object.keys(PLACE_FIELD_PROPS)]));
  }

  function fillFrom({ latitude, longitude, ...found }: FilledPlace) {
    const values = { ...form.getValues(), ...fillAddress(form.getValues(), found), latitude, longitude };
    setPicked(values);
    form.setValues(values);
  }

  function placeProps(field: PlaceFieldName) {
    const { onChange, ...props } = form.getInputProps(field);
    return {
      ...PLACE_FIELD_PROPS[field],
      ...props,
      required: true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onChange(event);
        const typed = { ...form.getValues(), [field]: event.currentTarget.value };
        const { latitude, longitude } = isPickedPlace(picked, typed) ? picked : NO_COORDINATES;
        form.setValues({ latitude, longitude });
      },
    };
  }

  return (
    <form className="stack gap-4" onSubmit={handleSubmit(save)} noValidate>
      {errorStatus}
      <div className="stack gap-2">
        <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
        <fieldset className="flex flex-wrap gap-2 min-w-0" aria-label="Name suggestions">
          {NAME_SUGGESTIONS.map((name) => (
            <button
              key={name}
              type="button"
              className={`chip ${classes.chip}`}
              aria-pressed={form.values.name === name}
              onClick={() => form.setFieldValue('name', name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      </div>
      <AddressSearch onPick={fillFrom} />
      <LazyMapPicker
        start={hasCoordinates ? { ...form.values, address: addressLine(form.values) } : undefined}
        onSelect={fillFrom}
        button={(open) => (
          <Button
            variant="default"
            leftSection={<Icon name="map" size={20} />}
            disabled={isBusy}
            onClick={open}
          >
            Select from Map
          </Button>
        )}
      />
      <TextInput {...placeProps('street')} />
      <div className={`stack gap-4 ${classes.pair}`}>
        <TextInput {...placeProps('postalCode')} />
        <TextInput {...placeProps('city')} />
      </div>
      <TextInput {...placeProps('country')} />
      <p role="status" className="hide-empty flex items-center gap-icon size-sm text-muted">
        {hasCoordinates && (
          <>
            <Icon name="pin" size={18} />
            Location set
          </>
        )}
      </p>
      <OnlineButton type="submit" fullWidth loading={isBusy} reason="Saving an address needs a connection.">
        {address === undefined ? 'Save Address' : 'Update Address'}
      </OnlineButton>
    </form>
  );
}

/** An edit never chooses a default, because another tab or device may have chosen another one meanwhile. */
function initialValuesOf(address: AddressInput = NEW_ADDRESS): AddressInput {
  const { name, street, postalCode, city, country } = address;
  const coordinates = coordinatesOf(address) ?? NO_COORDINATES;
  return { ...NEW_ADDRESS, name, street, postalCode, city, country, ...coordinates };
}

/** Finds an address by text, so that the user does not have to fill in every field. */
function AddressSearch({ onPick }: { onPick: (place: GeocodedPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [pickedText, setPickedText] = useState('');
  // After a pick the field shows the picked place, which must not start a new search.
  const search = usePlaceSearch(text.trim() === pickedText ? '' : text);
  const results = search.results.map((place, index) => {
    return { id: `${index}-${place.placeId}`, ...splitAddressLine(place.description), place };
  });
  return (
    <div className="stack gap-icon">
      <label className="label" htmlFor={id}>
        Search for a place
      </label>
      <div className={`field-box relative ${classes.box}`}>
        <PlaceCombobox
          id={id}
          value={text}
          onTextChange={setText}
          suggestions={{ ...search, results }}
          onPick={({ place }) => {
            setText(place.description);
            setPickedText(place.description.trim());
            onPick(place);
          }}
          notes={
            search.isComplete && results.length === 0
              ? ['No place found. You can type the address below.']
              : []
          }
          placeholder="Street, town or postcode"
        />
      </div>
    </div>
  );
}
