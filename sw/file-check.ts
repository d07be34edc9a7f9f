/// <reference lib="webworker" />

/** A file of the app as the build lists it: its path, and the first 16 hexadecimal digits of its SHA-256. */
export type AppFile = { url: string; revision: string };
export type FileCheck = ReturnType<typeof createFileCheck>;

/** A browser rejects these files if they have another media type. */
const MEDIA_TYPES: Record<string, string> = { html: 'html', js: 'javascript', css: 'css' };
const ASSET = /\/assets\/[\w.$-]+/g;

/**
 * A captive portal, a proxy or a maintenance page may respond instead of the server, and the browser's cache may hold
 * such a response. The result returns only what the build made, and never a redirected response, because the browser
 * refuses that for a navigation.
 */
export function createFileCheck(files: AppFile[]) {
  const paths = new Set(files.map(({ url }) => `/${url}`));

  /** Returns a copy of the response if it is the file of this version, and undefined otherwise. */
  async function verify(file: AppFile, response: Response | undefined): Promise<Response | undefined> {
    if (response?.status !== 200 || !hasExpectedType(file.url, response)) return undefined;
    try {
      const body = await response.arrayBuffer();
      const isAsBuilt = isPage(file.url)
        ? isPageOf(paths, new TextDecoder().decode(body))
        : (await revisionOf(body)) === file.revision;
      return isAsBuilt ? new Response(body, { headers: response.headers }) : undefined;
    } catch {
      // The body is incomplete, or not compressed as its header says.
      return undefined;
    }
  }

  /** @throws if the file of this version could not be fetched */
  async function fetchFile(file: AppFile, signal?: AbortSignal): Promise<Response> {
    const request = (cache: RequestCache) => fetch(`/${file.url}`, signal ? { cache, signal } : { cache });
    // The names of assets contain a hash, so that a copy in the browser's cache is never outdated.
    const first = await request(isAsset(file.url) ? 'default' : 'no-cache').catch(() => undefined);
    const response = (await verify(file, first)) ?? (await verify(file, await request('reload')));
    if (response === undefined) throw new Error(`/${file.url} is not the file of this version`);
    return response;
  }

  return { verify, fetchFile };
}

function hasExpectedType(url: string, response: Response): boolean {
  const expected = MEDIA_TYPES[url.split('.').at(-1) ?? ''];
  return expected === undefined || (response.headers.get('content-type')?.includes(expected) ?? false);
}

export function isPage(url: string): boolean {
  return url.endsWith('.html');
}

export function isAsset(url: string): boolean {
  return url.startsWith('assets/');
}

/** The server may write the operator's details into a page, so a page is recognized by the files that it names. */
function isPageOf(paths: Set<string>, page: string): boolean {
  const assets = page.match(ASSET) ?? [];
  const isComplete = page.includes('id="root"') && page.trimEnd().endsWith('</html>');
  return isComplete && assets.length > 0 && assets.every((path) => paths.has(path));
}

async function revisionOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
