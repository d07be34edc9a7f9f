import { call, type Failure, hasErrorCode, type Result } from '../../api/client.ts';
import type { Address, AddressInput } from '../../contract/address.ts';
import { cleanText } from '../../contract/clean-text.ts';
import { type DefaultKind, useAddresses } from '../../stores/addresses.ts';
import { showAlert } from '../../stores/alerts.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import { mayRetry } from '../refresh-record.ts';
import { loadAddresses } from './load-addresses.ts';

export const SAVE_ADDRESS = 'saveAddress';
const DELETE_ADDRESS = 'deleteAddress';

/** Creates an address, or updates the one with this id. */
export async function saveAddress(input: AddressInput, id: number | undefined): Promise<Result<Address>> {
  const earlier = id === undefined ? findEqualAddress(input) : undefined;
  const result: Result<Address> = earlier
    ? { ok: true, value: earlier }
    : await whileLoading(SAVE_ADDRESS, () =>
        id === undefined
          ? call('createAddress', { body: input })
          : call('editAddress', { params: { id }, body: input }),
      );
  if (result.ok) {
    storeAddress(result.value);
    showAlert('success', id === undefined ? 'Address created' : 'Address saved');
  } else {
    // The address may have changed on another device, or a request whose response was lost may have saved it after all.
    void loadAddresses();
  }
  return result;
}

/** The address that an earlier attempt has saved, although its response was lost. */
function findEqualAddress(input: AddressInput): Address | undefined {
  const { owner, list } = useAddresses.getState();
  if (owner !== currentAccount()) return undefined;
  return list.find((address) =>
    (['name', 'street', 'postalCode', 'city', 'country', 'latitude', 'longitude'] as const).every((field) => {
      const typed = input[field];
      return address[field] === (typeof typed === 'string' ? cleanText(typed) : typed);
    }),
  );
}

/** Deletes an address. Returns false if that failed and the user may try again. */
export async function removeAddress(id: number): Promise<boolean> {
  const isGone = (failure: Failure) => hasErrorCode(failure, 'ADDRESS_NOT_FOUND');
  const result = await whileLoading(DELETE_ADDRESS, () =>
    call('deleteAddress', { params: { id }, isShownByCaller: isGone }),
  );
  if (!result.ok && !isGone(result.failure)) {
    // The server may have deleted it although the response was lost.
    const reading = loadAddresses();
    if (!mayRetry(result.failure)) return true;
    if ((await reading).kind === 'failed' || findAddress(id)) return false;
  }
  useAddresses.getState().remove(id);
  showAlert('success', 'Address deleted');
  return true;
}

export async function chooseDefault(kind: DefaultKind, id: number): Promise<void> {
  const isPickUp = kind === 'isDefaultPickUp';
  const result = await whileLoading(kind, () =>
    call(isPickUp ? 'setDefaultPickUp' : 'setDefaultDropOff', { params: { id } }),
  );
  // The server may have chosen it although the response was lost.
  if (!result.ok && ((await loadAddresses()).kind === 'failed' || !findAddress(id)?.[kind])) return;
  useAddresses.getState().setDefault(kind, id);
  showAlert('success', isPickUp ? 'Default pick-up address updated' : 'Default drop-off address updated');
}

const findAddress = (id: number) => useAddresses.getState().list.find((address) => address.id === id);

/** Stores an address as the server returned it. If it is a default, no other address is. */
function storeAddress(address: Address): void {
  const { owner, list, upsert, setDefault } = useAddresses.getState();
  if (owner !== currentAccount()) {
    // The list has not been loaded yet, and this address alone must not look like the whole list.
    void loadAddresses();
    return;
  }
  const stored = list.find(({ id }) => id === address.id);
  const isReplaced = (kind: DefaultKind) => stored?.[kind] && !address[kind];
  upsert(address);
  if (address.isDefaultPickUp) setDefault('isDefaultPickUp', address.id);
  if (address.isDefaultDropOff) setDefault('isDefaultDropOff', address.id);
  // Another address has been made the default elsewhere.
  if (isReplaced('isDefaultPickUp') || isReplaced('isDefaultDropOff')) void loadAddresses();
}
