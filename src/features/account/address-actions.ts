import {
  createAddress,
  deleteAddress,
  editAddress,
  setDefaultDropOff,
  setDefaultPickUp,
} from '../../api/addresses.ts';
import type { Result } from '../../api/failure.ts';
import type { Address, AddressInput } from '../../contract/address.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { showAlert } from '../../stores/alerts.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { loadAddresses } from '../../use-cases/places/load-addresses.ts';

export const SAVE_ADDRESS = 'saveAddress';
export const DELETE_ADDRESS = 'deleteAddress';

export type DefaultKind = 'isDefaultPickUp' | 'isDefaultDropOff';

/** Creates an address, or changes the one with this id. */
export async function saveAddress(input: AddressInput, id: number | undefined): Promise<Result<Address>> {
  const result = await whileLoading(SAVE_ADDRESS, () =>
    id === undefined ? createAddress(input) : editAddress(id, input),
  );
  if (result.ok) {
    storeAddress(result.value);
    showAlert('success', id === undefined ? 'Address created' : 'Address saved');
  } else if (id !== undefined || result.failure.kind === 'aborted') {
    // Changed elsewhere; or given up, and perhaps saved all the same.
    void loadAddresses();
  }
  return result;
}

export async function removeAddress(id: number): Promise<void> {
  const result = await whileLoading(DELETE_ADDRESS, () => deleteAddress(id));
  if (result.ok) {
    useAddresses.getState().remove(id);
    showAlert('success', 'Address deleted');
  } else {
    // It may be gone already, deleted on another device.
    void loadAddresses();
  }
}

export async function chooseDefault(kind: DefaultKind, id: number): Promise<void> {
  const isPickUp = kind === 'isDefaultPickUp';
  const result = await whileLoading(kind, () => (isPickUp ? setDefaultPickUp(id) : setDefaultDropOff(id)));
  if (result.ok) {
    useAddresses.getState().setDefault(kind, id);
    showAlert('success', isPickUp ? 'Default pick-up address updated' : 'Default drop-off address updated');
  } else {
    void loadAddresses();
  }
}

/** Takes an address over as the server has it; where it is a default, no other one is. */
function storeAddress(address: Address): void {
  const { owner, upsert, setDefault } = useAddresses.getState();
  if (owner !== accountOf(useUser.getState().user)) {
    // The list itself has never been loaded, so one address is not the list.
    void loadAddresses();
    return;
  }
  upsert(address);
  if (address.isDefaultPickUp) setDefault('isDefaultPickUp', address.id);
  if (address.isDefaultDropOff) setDefault('isDefaultDropOff', address.id);
}
