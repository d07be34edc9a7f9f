import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export type RecordedRequest = {
  at: number;
  path: string;
  params: Record<string, string>;
  headers: IncomingHttpHeaders;
};
/** How the fake responds to a request. A returned object is sent as JSON. */
export type Behaviour = (request: RecordedRequest, response: ServerResponse) => unknown;

export type FakeNominatim = {
  url: string;
  requests: RecordedRequest[];
  setBehaviour(next: Behaviour): void;
  close(): Promise<void>;
};

/** A row in the format of the real server. */
export function nominatimRow(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    place_id: 258_430_111,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'way',
    osm_id: 4_311_234,
    lat: '53.3256123',
    lon: '-6.2741',
    category: 'highway',
    type: 'tertiary',
    place_rank: 26,
    importance: 0.053,
    addresstype: 'road',
    name: 'Leinster Road',
    display_name: 'Leinster Road, Rathmines, Dublin, County Dublin, Leinster, D06 Y6P2, Ireland',
    address: {
      road: 'Leinster Road',
      suburb: 'Rathmines',
      city: 'Dublin',
      'ISO3166-2-lvl4': 'IE-L',
      postcode: 'D06 Y6P2',
      country: 'Ireland',
      country_code: 'ie',
    },
    boundingbox: ['53.3249', '53.3268', '-6.2835', '-6.2655'],
    ...changes,
  };
}

/** A geocoder on a free loopback port that records its requests and fails on demand. */
export async function startFakeNominatim(): Promise<FakeNominatim> {
  const requests: RecordedRequest[] = [];
  let behaviour: Behaviour = () => [nominatimRow()];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const question = {
      at: performance.now(),
      path: url.pathname,
      params: Object.fromEntries(url.searchParams),
      headers: request.headers,
    };
    requests.push(question);
    const body = behaviour(question, response);
    if (body === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    setBehaviour(next) {
      behaviour = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
