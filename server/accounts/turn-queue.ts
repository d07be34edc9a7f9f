import { ApiError } from '../http/api-error.ts';

/** How a request waits for its turn. */
export type Turn = {
  /** The lowest rank goes first; among equals, the one that came first. */
  rank: number;
  /** Aborted when the client closes its connection. */
  signal?: AbortSignal | undefined;
};

type Waiting = { rank: number; start(): void; reject(error: ApiError): void };

type TurnQueueOptions = { slots: number; capacity: number; maxWaitMs: number };

const RETRY_AFTER_SECONDS = 2;

/**
 * Runs at most `slots` tasks at once. At most `capacity` others wait, each for at most `maxWaitMs`. In a full queue
 * the last one gives way, so that a task with a better rank can always enter.
 */
export function createTurnQueue({ slots, capacity, maxWaitMs }: TurnQueueOptions) {
  /** In the order of their turns. */
  const waiting: Waiting[] = [];
  let running = 0;

  function startNext(): void {
    while (running < slots) {
      const next = waiting.shift();
      if (next === undefined) return;
      running += 1;
      next.start();
    }
  }

  function waitForTurn({ rank, signal }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (error: ApiError) => {
        waiting.splice(waiting.indexOf(entry), 1);
        entry.reject(error);
      };
      const onAbort = () => leave(abortedError());
      const timer = setTimeout(() => leave(busyError()), maxWaitMs);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const entry: Waiting = {
        rank,
        start() {
          stopWaiting();
          resolve();
        },
        reject(error) {
          stopWaiting();
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort);
      const later = waiting.findIndex((other) => other.rank > rank);
      waiting.splice(later === -1 ? waiting.length : later, 0, entry);
      startNext();
      if (waiting.length > capacity) waiting.pop()?.reject(busyError());
    });
  }

  /**
   * Runs a task when its turn comes.
   * @throws ApiError 503 if the queue is full or the wait too long, and 408 if the client has left; the task has not
   * started then
   */
  return async <T>(turn: Turn, task: () => Promise<T>): Promise<T> => {
    if (turn.signal?.aborted) throw abortedError();
    await waitForTurn(turn);
    try {
      return await task();
    } finally {
      running -= 1;
      startNext();
    }
  };
}

function busyError(): ApiError {
  return new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
}

/** No client receives it. It is not a 5xx, because the server has not failed. */
function abortedError(): ApiError {
  return new ApiError(408, 'SERVICE_UNAVAILABLE');
}
