import { create } from 'zustand';
import { combine } from 'zustand/middleware';
import type { Payment, PaymentMethod } from '../contract/payment.ts';
import { removeById, upsert } from './list.ts';

type PaymentsState = {
  /** Undefined until loaded. Payments and cards stay in memory and are never written to disk. */
  payments: Payment[] | undefined;
  /** Where the server's next page of payments begins; undefined if every payment is stored. */
  nextPayments: string | undefined;
  methods: PaymentMethod[] | undefined;
};

const EMPTY: PaymentsState = { payments: undefined, nextPayments: undefined, methods: undefined };

export const usePayments = create(
  combine(EMPTY, (set) => ({
    replacePayments: (payments: Payment[], nextPayments?: string) => set({ payments, nextPayments }),
    addPayments: (page: Payment[]) => set(({ payments = [] }) => ({ payments: upsert(payments, page) })),
    replaceMethods: (methods: PaymentMethod[]) => set({ methods }),
    upsertMethod: (method: PaymentMethod) =>
      set(({ methods = [] }) => ({ methods: upsert(methods, [method]) })),
    removeMethod: (id: string) => set(({ methods = [] }) => ({ methods: removeById(methods, id) })),
    setDefaultMethod: (id: string) =>
      set(({ methods = [] }) => ({
        methods: methods.map((method) => ({ ...method, isDefault: method.id === id })),
      })),
    reset: () => set(EMPTY),
  })),
);
