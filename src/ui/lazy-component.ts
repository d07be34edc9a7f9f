import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useState } from 'react';
import { LoadFailure } from './LoadFailure.tsx';

const RETRY_MS = 3000;

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code before the component renders, which then needs no fallback. It never rejects. */
  preload: () => Promise<void>;
};

export type LazyComponentOptions = {
  fallback?: ReactNode;
  /** Whether a failure is shown, with a button that tries again. Otherwise the place stays empty. */
  showsFailure?: boolean;
};

/**
 * Code that is loaded when it is needed. A failed import is repeated until it succeeds.
 * @param load imports the code
 */
export function lazyCode<Code>(load: () => Promise<Code>) {
  let loadedCode: Code | undefined;

  async function loadOnce(): Promise<void> {
    try {
      loadedCode ??= await load();
    } catch (error) {
      console.info('A part of the page could not be loaded', error);
    }
  }

  /** The code once it has loaded. */
  function useCode(isNeeded = true) {
    const [code, setCode] = useState(() => loadedCode);
    const [hasFailed, setHasFailed] = useState(false);
    const update = useCallback(async () => {
      await loadOnce();
      setCode(() => loadedCode);
      setHasFailed(loadedCode === undefined);
    }, []);
    useEffect(() => {
      if (isNeeded && code === undefined) void update();
    }, [isNeeded, code, update]);
    useEffect(() => {
      if (code !== undefined || !hasFailed) return;
      const timer = setInterval(update, RETRY_MS);
      addEventListener('online', update);
      return () => {
        clearInterval(timer);
        removeEventListener('online', update);
      };
    }, [code, hasFailed, update]);
    return { code, hasFailed, retry: update };
  }

  return { useCode, preload: () => loadAhead(loadOnce) };
}

/**
 * A component whose code is loaded when it first renders. React's `lazy` does not fit: it delays nested fallbacks
 * by 300 ms, which is noticeable in a lazy dialog, and a failed import breaks the whole page.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, showsFailure = false }: LazyComponentOptions = {},
): LazyComponent<Props> {
  const { useCode, preload } = lazyCode(load);
  function LazyComponent(props: Props) {
    const { code, hasFailed, retry } = useCode();
    if (code) return createElement(code, props);
    return hasFailed && showsFailure ? createElement(LoadFailure, { onRetry: retry }) : fallback;
  }
  return Object.assign(LazyComponent, { preload });
}

let isAhead = false;

/**
 * Starts to load code that may be needed later. If its file is missing on the server, the page does not reload while
 * someone uses it. It reloads once the code is needed, when the file is requested again without this function.
 */
function loadAhead(load: () => Promise<void>): Promise<void> {
  isAhead = true;
  try {
    return load();
  } finally {
    isAhead = false;
  }
}

/** Whether the dynamic import that starts now was started by `loadAhead`. */
export const isLoadingAhead = (): boolean => isAhead;

/** A file of the app that could not be loaded. */
export class FileError extends Error {
  /** Whether the response says that there is no such file. Otherwise the network or a gateway failed. */
  readonly isMissing: boolean;

  constructor(url: string, isMissing: boolean) {
    super(`${url} could not be loaded`);
    this.name = 'FileError';
    this.isMissing = isMissing;
  }
}

/** Loads code that the app cannot work without. A first visit may lose its network before the code has arrived. */
export async function loadWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.info('A part of the page could not be loaded', error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
