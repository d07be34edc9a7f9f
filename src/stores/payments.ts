import { create } from 'zustand';
import type { Payment, PaymentMethod } from '../contract/payment.ts';
import { removeById, upsert, upsertAll } from './list.ts';

type PaymentsState = {
  /** Undefined until loaded. Payments and cards stay in memory and are never written to disk. */
  payments: Payment[] | undefined;
  /** Where the server's next page of payments begins; undefined if every payment is stored. */
  nextPayments: string | undefined;
  methods: PaymentMethod[] | undefined;
  replacePayments: (payments: Payment[], next?: string) => void;
  /** Adds a later page of payments. */
  addPayments: (page: Payment[]) => void;
  replaceMethods: (methods: PaymentMethod[]) => void;
  upsertMethod: (method: PaymentMethod) => void;
  removeMethod: (id: string) => void;
  setDefaultMethod: (id: string) => void;
  reset: () => void;
};

const EMPTY = { payments: undefined, nextPayments: undefined, methods: undefined };

export const usePayments = create<PaymentsState>()((set) => ({
  ...EMPTY,
  replacePayments: (payments, nextPayments) => set({ payments, nextPayments }),
  addPayments: (page) => set(({ payments = [] }) => ({ payments: upsertAll(payments, page) })),
  replaceMethods: (methods) => set({ methods }),
  upsertMethod: (method) => set(({ methods = [] }) => ({ methods: upsert(methods, method) })),
  removeMethod: (id) => set(({ methods = [] }) => ({ methods: removeById(methods, id) })),
  setDefaultMethod: (id) =>
    set(({ methods = [] }) => ({
      methods: methods.map((method) => ({ ...method, isDefault: method.id === id })),
    })),
  reset: () => set(EMPTY),
}));
