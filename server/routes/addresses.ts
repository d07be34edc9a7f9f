import { ADDRESSES_PER_USER_MAX } from '../config/limits.ts';
import { presentAddress } from '../endpoints/presenters.ts';
import type { HandlerDependencies, Handlers } from '../endpoints/server-endpoint.ts';
import { ApiError } from '../http/api-error.ts';
import { parseIdParam, requireFound } from '../http/read-request.ts';
import * as addresses from '../queries/addresses.ts';
import { addressPositionText, splitPage } from '../queries/pagination.ts';

const NOT_FOUND_CODE = 'ADDRESS_NOT_FOUND';

export function addressHandlers({ db, clock }: HandlerDependencies) {
  return {
    async listAddresses({ session: { user }, query, linkToNext }) {
      const { page, last } = splitPage(await addresses.listAddressPage(db, user.id, query), query.limit);
      if (last) {
        const isDefault = last.isDefaultPickUp || last.isDefaultDropOff;
        linkToNext(addressPositionText({ isDefault, id: last.id }));
      }
      return page.toSorted((a, b) => a.id - b.id).map(presentAddress);
    },
    async createAddress({ session: { user }, body }) {
      const quota = { now: clock.now(), max: ADDRESSES_PER_USER_MAX };
      const row = await addresses.insertAddress(db, user.id, body, quota);
      if (row === undefined) throw new ApiError(409, 'ADDRESS_LIMIT_REACHED');
      return presentAddress(row);
    },
    editAddress: ({ session: { user }, params, body }) =>
      present(addresses.updateAddress(db, user.id, idOf(params), body)),
    setDefaultPickUp: ({ session: { user }, params }) =>
      present(addresses.setDefaultAddress(db, user.id, idOf(params), 'isDefaultPickUp')),
    setDefaultDropOff: ({ session: { user }, params }) =>
      present(addresses.setDefaultAddress(db, user.id, idOf(params), 'isDefaultDropOff')),
    async deleteAddress({ session: { user }, params }) {
      const isGone = await addresses.deleteAddress(db, user.id, idOf(params));
      requireFound(isGone ? true : undefined, NOT_FOUND_CODE);
    },
  } satisfies Partial<Handlers>;
}

const idOf = ({ id }: { id: string }) => parseIdParam(id, NOT_FOUND_CODE);

async function present(changed: Promise<addresses.AddressRow | undefined>) {
  return presentAddress(requireFound(await changed, NOT_FOUND_CODE));
}
