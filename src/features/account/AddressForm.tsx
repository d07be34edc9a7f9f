import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useState } from 'react';
import type { FoundPlace } from '../../api/places.ts';
import { type Address, AddressInput, addressLine } from '../../contract/address.ts';
import { coordinatesOf } from '../../contract/place.ts';
import { schemaFaults } from '../../domain/schema-faults.ts';
import { LazyMapPicker } from '../../map/LazyMapPicker.tsx';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import classes from './AddressForm.module.css';
import { SAVE_ADDRESS, saveAddress } from './address-actions.ts';
import { NAME_SUGGESTIONS } from './address-icon.ts';
import { fieldFaults } from './field-faults.ts';
import { PlaceSearch } from './PlaceSearch.tsx';

/** What a map or a search fills in, and what typing in any of them makes untrue. */
const PLACE_FIELDS = ['country', 'city', 'street', 'postalCode'] as const;
type PlaceField = (typeof PLACE_FIELDS)[number];

const PLACE_LOOK: Record<PlaceField, { label: string; autoComplete: string }> = {
  country: { label: 'Country', autoComplete: 'country-name' },
  city: { label: 'City', autoComplete: 'address-level2' },
  street: { label: 'Street', autoComplete: 'street-address' },
  postalCode: { label: 'Postal Code', autoComplete: 'postal-code' },
};

type Filled = Pick<FoundPlace, PlaceField | 'latitude' | 'longitude'>;

const NO_COORDINATES = { latitude: 0, longitude: 0 };

type AddressFormProps = {
  address: Address | undefined;
  /** Told whether closing now would lose something. */
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
};

export function AddressForm({ address, onDirty, onClose }: AddressFormProps) {
  const isOnline = useApp(({ isReachable }) => isReachable);
  const isBusy = useLoaders(({ loading }) => loading[SAVE_ADDRESS] === true);
  const { form, submitWith, showFaults } = useTouchedForm(valuesOf(address), (values) =>
    schemaFaults(AddressInput, values),
  );
  const [isPicking, setPicking] = useState(false);
  const isDirty = form.isDirty();
  // Before the next key: Escape may follow the letter at once.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const isPlaced = coordinatesOf(form.values) !== undefined;

  async function save(values: AddressInput) {
    if (isBusy) return;
    const answer = await saveAddress(values, address?.id);
    if (answer.ok) onClose();
    else showFaults(fieldFaults(answer.failure, ['name', ...PLACE_FIELDS]));
  }

  function fillFrom({ latitude, longitude, country, city, street, postalCode }: Filled) {
    const words = { country, city, street, postalCode };
    // A point without an address keeps the words that were typed for it.
    const isNamed = Object.values(words).some((word) => word !== '');
    form.setValues({ ...(isNamed ? words : {}), latitude, longitude });
  }

  function placeProps(field: PlaceField) {
    const { onChange, ...props } = form.getInputProps(field);
    return {
      ...PLACE_LOOK[field],
      ...props,
      required: true,
      withAsterisk: false,
      readOnly: isBusy,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onChange(event);
        form.setFieldValue('latitude', 0);
        form.setFieldValue('longitude', 0);
      },
    };
  }

  return (
    <form className={classes.form} onSubmit={submitWith((values) => void save(values))} noValidate>
      <div className={classes.name}>
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          readOnly={isBusy}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <fieldset className={classes.chips} aria-label="Name suggestions">
          {NAME_SUGGESTIONS.map((name) => (
            <button
              key={name}
              type="button"
              className={classes.chip}
              aria-pressed={form.values.name === name}
              onClick={() => form.setFieldValue('name', name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      </div>
      <PlaceSearch onPick={fillFrom} />
      <Button
        variant="default"
        leftSection={<Icon name="map" size={20} />}
        disabled={isBusy}
        onClick={() => setPicking(true)}
      >
        Select from Map
      </Button>
      <LazyMapPicker
        isOpen={isPicking}
        start={isPlaced ? { ...form.values, address: addressLine(form.values) } : undefined}
        onSelect={(place) => {
          fillFrom(place);
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
      <TextInput {...placeProps('street')} />
      <div className={classes.pair}>
        <TextInput {...placeProps('postalCode')} />
        <TextInput {...placeProps('city')} />
      </div>
      <TextInput {...placeProps('country')} />
      <p role="status" className={classes.placed}>
        {isPlaced && (
          <>
            <Icon name="pin" size={18} />
            Its place on the map is known.
          </>
        )}
      </p>
      <OnlineButton
        type="submit"
        fullWidth
        loading={isBusy}
        isOnline={isOnline}
        reason="You are offline. Saving an address needs a connection."
      >
        {address === undefined ? 'Save Address' : 'Update Address'}
      </OnlineButton>
    </form>
  );
}

function valuesOf(address: Address | undefined) {
  if (address === undefined) {
    return {
      name: '',
      street: '',
      postalCode: '',
      city: '',
      country: '',
      ...NO_COORDINATES,
      isDefaultPickUp: false,
      isDefaultDropOff: false,
    };
  }
  const { name, street, postalCode, city, country, isDefaultPickUp, isDefaultDropOff } = address;
  const coordinates = coordinatesOf(address) ?? NO_COORDINATES;
  return { name, street, postalCode, city, country, ...coordinates, isDefaultPickUp, isDefaultDropOff };
}
