import type { Handlers } from '../http/mount.ts';
import { presentAddress } from '../present.ts';
import {
  deleteAddress,
  insertAddress,
  listAddresses,
  setDefaultAddress,
  updateAddress,
} from '../queries/addresses.ts';
import type { World } from '../world.ts';
import { found, idParam } from './params.ts';

type AddressVerbs =
  | 'listAddresses'
  | 'createAddress'
  | 'editAddress'
  | 'setDefaultPickUp'
  | 'setDefaultDropOff'
  | 'deleteAddress';

const ABSENT = 'ADDRESS_NOT_FOUND';

export function addressHandlers({ db, clock }: World): Pick<Handlers, AddressVerbs> {
  return {
    async listAddresses({ session: { user } }) {
      return (await listAddresses(db, user.id)).map(presentAddress);
    },
    async createAddress({ session: { user }, body }) {
      return presentAddress(await insertAddress(db, user.id, body, clock.now()));
    },
    async editAddress({ session: { user }, params, body }) {
      return presentAddress(
        found(await updateAddress(db, user.id, idParam(params.id, ABSENT), body), ABSENT),
      );
    },
    async setDefaultPickUp({ session: { user }, params }) {
      const id = idParam(params.id, ABSENT);
      return presentAddress(found(await setDefaultAddress(db, user.id, id, 'isDefaultPickUp'), ABSENT));
    },
    async setDefaultDropOff({ session: { user }, params }) {
      const id = idParam(params.id, ABSENT);
      return presentAddress(found(await setDefaultAddress(db, user.id, id, 'isDefaultDropOff'), ABSENT));
    },
    async deleteAddress({ session: { user }, params }) {
      const isGone = await deleteAddress(db, user.id, idParam(params.id, ABSENT));
      found(isGone ? true : undefined, ABSENT);
      return {};
    },
  };
}
