import * as v from 'valibot';
import { DeliveryRequest, GuestReceipt } from '../../src/contract/delivery-request.ts';
import { Order } from '../../src/contract/order.ts';
import { LoggedInUser } from '../../src/contract/user.ts';
import { type SpawnedServer, spawnServer } from '../support/spawned-server.ts';

const BUILT_SERVER = 'dist/server/main.js';
const OPS_TOKEN = 'operator-of-the-bench-with-32-characters';
const CUSTOMER = { name: 'Aoife Brennan', phoneNumber: '+353 87 123 4567', email: 'aoife@example.ie' };
export const PASSWORD = 'correct horse';

const GuestRequests = v.array(v.object({ dropoff: v.string() }));

/** The built server with its own data directory, which survives every kill. */
export class BenchServer {
  url = '';
  private readonly env: Record<string, string>;
  private running: SpawnedServer | undefined;

  constructor(dataDir: string, tileUrl: string) {
    this.env = { DATA_DIR: dataDir, TILE_URL: tileUrl, OPS_TOKEN };
  }

  /** Listens on any free port, which may differ from the one before. */
  async start(): Promise<void> {
    this.running = spawnServer(this.env, [BUILT_SERVER]);
    this.url = await this.running.url;
  }

  /** Kills the server in the middle of its work (-9). */
  async kill(): Promise<void> {
    await this.running?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.running?.kill('SIGTERM');
  }

  async register(): Promise<LoggedInUser> {
    return v.parse(
      LoggedInUser,
      await this.call('api/users/create/send', undefined, { ...CUSTOMER, password: PASSWORD }),
    );
  }

  /** Returns a tracking number: that of a guest's request that was accepted. */
  async createTrackableOrder(): Promise<string> {
    const request = {
      firstName: 'Una',
      lastName: 'Walsh',
      pickup: '8 Merrion Square, Dublin',
      dropoff: 'Bray',
    };
    const { id } = v.parse(GuestReceipt, await this.call('hook/status/submit-to-zapier', undefined, request));
    const accepted = await this.call(`ops/guest-requests/${id}/accept`, OPS_TOKEN, { isPaidOtherwise: true });
    return v.parse(v.object({ order: Order }), accepted).order.guid;
  }

  /** The drop-offs of all orders, once per order. */
  async ordered(token: string): Promise<string[]> {
    const customers = v.parse(v.array(DeliveryRequest), await this.call('api/orderrequests', token));
    const guests = v.parse(
      GuestRequests,
      await this.call('ops/guest-requests?order=newest&limit=500', OPS_TOKEN),
    );
    return [
      ...customers.map(({ dropOffSnapshot }) => dropOffSnapshot.name),
      ...guests.map(({ dropoff }) => dropoff),
    ];
  }

  private async call(path: string, token: string | undefined, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
