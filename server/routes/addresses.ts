import { ADDRESSES_PER_USER_MAX } from '../config/limits.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentAddress } from '../endpoints/presenters.ts';
import { ApiError } from '../http/api-error.ts';
import { addressPositionText, splitPage } from '../http/pagination.ts';
import { parseIdParam, requireFound } from '../http/params.ts';
import {
  deleteAddress,
  insertAddress,
  listAddressPage,
  setDefaultAddress,
  updateAddress,
} from '../queries/addresses.ts';

type AddressEndpoints =
  | 'listAddresses'
  | 'createAddress'
  | 'editAddress'
  | 'setDefaultPickUp'
  | 'setDefaultDropOff'
  | 'deleteAddress';

const NOT_FOUND_CODE = 'ADDRESS_NOT_FOUND';

export function addressHandlers({ db, clock }: HandlerDependencies): Pick<Handlers, AddressEndpoints> {
  return {
    async listAddresses({ session: { user }, query, linkToNext }) {
      const { page, last } = splitPage(await listAddressPage(db, user.id, query), query.limit);
      if (last) {
        const isDefault = last.isDefaultPickUp || last.isDefaultDropOff;
        linkToNext(addressPositionText({ isDefault, id: last.id }));
      }
      return page.toSorted((a, b) => a.id - b.id).map(presentAddress);
    },
    async createAddress({ session: { user }, body }) {
      const quota = { now: clock.now(), max: ADDRESSES_PER_USER_MAX };
      const row = await insertAddress(db, user.id, body, quota);
      if (row === undefined) throw new ApiError(409, 'ADDRESS_LIMIT_REACHED');
      return presentAddress(row);
    },
    async editAddress({ session: { user }, params, body }) {
      return presentAddress(
        requireFound(
          await updateAddress(db, user.id, parseIdParam(params.id, NOT_FOUND_CODE), body),
          NOT_FOUND_CODE,
        ),
      );
    },
    async setDefaultPickUp({ session: { user }, params }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      return presentAddress(
        requireFound(await setDefaultAddress(db, user.id, id, 'isDefaultPickUp'), NOT_FOUND_CODE),
      );
    },
    async setDefaultDropOff({ session: { user }, params }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      return presentAddress(
        requireFound(await setDefaultAddress(db, user.id, id, 'isDefaultDropOff'), NOT_FOUND_CODE),
      );
    },
    async deleteAddress({ session: { user }, params }) {
      const isGone = await deleteAddress(db, user.id, parseIdParam(params.id, NOT_FOUND_CODE));
      requireFound(isGone ? true : undefined, NOT_FOUND_CODE);
      return {};
    },
  };
}
