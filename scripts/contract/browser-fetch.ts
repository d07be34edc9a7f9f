/** A fetch that fails, as that of a browser, if a response lacks the CORS headers for the app at `origin`. */
export function createBrowserFetch(origin: string, send: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const { method = 'GET', signal = null } = init;
    const headers = new Headers(init.headers);
    const names = [...headers.keys()].filter((name) => name !== 'accept');
    if (names.length > 0 || !['GET', 'POST'].includes(method)) {
      const preflight = await send(input, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          ...(names.length > 0 ? { 'access-control-request-headers': names.join(',') } : {}),
        },
        signal,
      });
      requireOrigin(preflight, origin);
      if (!preflight.ok) throw new Error(`the preflight request OPTIONS gets the status ${preflight.status}`);
      const isAllowed = ['GET', 'POST'].includes(method) || lists(preflight, 'allow-methods', method);
      if (!isAllowed) throw new Error(`Access-Control-Allow-Methods does not contain ${method}`);
      // The header Authorization is the only one to which * does not apply.
      const isMissing = (name: string) =>
        !lists(preflight, 'allow-headers', name, name === 'authorization' ? [] : ['*']);
      const missing = names.filter(isMissing);
      if (missing.length > 0) throw new Error(`Access-Control-Allow-Headers lacks ${missing.join(', ')}`);
    }
    headers.set('origin', origin);
    const response = await send(input, { ...init, headers });
    requireOrigin(response, origin);
    const hidden = ['link', 'retry-after'].filter(
      (name) => response.headers.has(name) && !lists(response, 'expose-headers', name),
    );
    if (hidden.length > 0) throw new Error(`Access-Control-Expose-Headers lacks ${hidden.join(', ')}`);
    return response;
  };
}

function requireOrigin({ headers, status }: Response, origin: string): void {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return;
  throw new Error(
    `a response with the status ${status} has Access-Control-Allow-Origin: ${allowed ?? 'none'}`,
  );
}

function lists({ headers }: Response, header: string, name: string, wildcards: string[] = ['*']): boolean {
  const listed = (headers.get(`access-control-${header}`) ?? '').toLowerCase().split(',');
  return [name.toLowerCase(), ...wildcards].some((word) => listed.some((item) => item.trim() === word));
}
