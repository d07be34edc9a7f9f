import { create } from 'zustand';

/**
 * Every number and name that the product defines, with its unit. The defaults of `/config.json` come from here
 * too (see `config.ts`). Source: docs/product.md.
 */
const ALERT_MS = 4000;
const ERROR_ALERT_MS = 8000;

export type AlertType = 'success' | 'info' | 'warn' | 'error';
export type Alert = {
  /** Made from the time of creation, and unique. */
  id: string;
  type: AlertType;
  title: string;
  message?: string;
  /** Milliseconds on screen. */
  duration: number;
};

type Alerts = {
  list: Alert[];
  show: (alert: Omit<Alert, 'id' | 'duration'> & { duration?: number }) => void;
  dismiss: (id: string) => void;
  reset: () => void;
};

let lastId = 0;
function nextId(): string {
  lastId = Math.max(Date.now(), lastId + 1);
  return String(lastId);
}

export const useAlerts = create<Alerts>()((set) => ({
  list: [],
  show: (alert) =>
    set(({ list }) => ({
      list: [
        ...list,
        { duration: alert.type === 'error' ? ERROR_ALERT_MS : ALERT_MS, ...alert, id: nextId() },
      ],
    })),
  dismiss: (id) => set(({ list }) => ({ list: list.filter((alert) => alert.id !== id) })),
  reset: () => set({ list: [] }),
}));

/** Shows an alert at the bottom right. */
export function showAlert(type: AlertType, title: string, message?: string): void {
  useAlerts.getState().show({ type, title, ...(message === undefined ? {} : { message }) });
}
