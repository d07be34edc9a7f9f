import { FileError, isLoadingAhead } from '../ui/lazy-component.ts';

/** After this time a network that does not respond counts as lost. */
const FILE_TIMEOUT_MS = 30_000;

const requests = new Map<string, Promise<void>>();

/**
 * Loads the files of a dynamic import before the import itself. The build calls it for each dynamic import (see
 * scripts/build/chunk-loading.ts). Chromium remembers until the page is closed that the import or the preload of a script
 * has failed, and never requests it again. So only files that are in the cache of the browser are imported, and others
 * are fetched again by the next attempt.
 * @param files the paths of the chunk and of everything that it imports
 */
export async function loadChunk<Module>(
  importChunk: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const isNeededLater = isLoadingAhead();
  try {
    await Promise.all(files.map((file) => loadFile(`/${file}`)));
    return await importChunk();
  } catch (error) {
    if (!isNeededLater)
      window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    throw error;
  }
}

function loadFile(url: string): Promise<void> {
  const request = requests.get(url) ?? requestFile(url);
  requests.set(url, request);
  request.catch(() => requests.delete(url));
  return request;
}

async function requestFile(url: string): Promise<void> {
  const isStyle = url.endsWith('.css');
  const selector = isStyle
    ? `link[rel="stylesheet"][href="${url}"]`
    : `script[src="${url}"], link[rel="modulepreload"][href="${url}"]`;
  if (isInDocument(selector)) return;
  await fetchIntoCache(url);
  if (isStyle) await addStyleSheet(url);
}

/** Whether the document loads the file itself: the script in its head adds the elements of the template later. */
function isInDocument(selector: string): boolean {
  const template = document.querySelector<HTMLTemplateElement>('template#app-files');
  return [document, template?.content].some((root) => root?.querySelector(selector));
}

/** Reads the whole response, because a browser caches only complete ones. */
async function fetchIntoCache(url: string): Promise<void> {
  let isMissing = false;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
    await response.blob();
    // A captive portal, or a static host without the file, responds with a page.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (response.ok && !isPage) return;
    isMissing = response.status < 500;
  } catch {
    // The network failed or does not respond.
  }
  throw new FileError(url, isMissing);
}

function addStyleSheet(url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = 'anonymous';
  link.href = url;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      // A broken style sheet in the document would look like one that has been loaded.
      link.remove();
      reject(new FileError(url, false));
    };
    document.head.append(link);
  });
}
