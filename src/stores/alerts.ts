import { create } from 'zustand';
import { combine } from 'zustand/middleware';

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

const EMPTY: { list: Alert[] } = { list: [] };

let lastId = 0;
function nextId(): string {
  lastId = Math.max(Date.now(), lastId + 1);
  return String(lastId);
}

export const useAlerts = create(
  combine(EMPTY, (set) => ({
    show: (alert: Omit<Alert, 'id' | 'duration'> & { duration?: number }) =>
      set(({ list }) => ({
        list: [
          ...list,
          { duration: alert.type === 'error' ? ERROR_ALERT_MS : ALERT_MS, ...alert, id: nextId() },
        ],
      })),
    dismiss: (id: string) => set(({ list }) => ({ list: list.filter((alert) => alert.id !== id) })),
    reset: () => set(EMPTY),
  })),
);

export function showAlert(type: AlertType, title: string, message?: string): void {
  useAlerts.getState().show({ type, title, ...(message === undefined ? {} : { message }) });
}
