import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenLocally } from './listen-locally.ts';

type Received = { path: string; headers: Record<string, string>; body: Buffer };
type Reply = { status: number; headers?: Record<string, string> };

/** A push service on this machine, which records what it gets. */
export async function startPushService() {
  const received: Received[] = [];
  let reply: Reply = { status: 201 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks) });
    response.writeHead(reply.status, reply.headers).end();
  });
  const port = await listenLocally(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    /** What has arrived since the last call. */
    take: () => received.splice(0),
    replyWith(next: Reply) {
      reply = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;

/**
 * A browser's subscription, which decrypts messages on its own: with the steps of RFC 8291 and RFC 8188 written with
 * HMAC, so that it shares no code with the server.
 */
export function createPushBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const encrypted = body.subarray(21 + sender.length);
      const shared = hmac(auth, ecdh.computeSecret(sender));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender, Buffer.of(1)]);
      const pseudoRandomKey = hmac(salt, hmac(shared, info));
      const part = (name: string, length: number) =>
        hmac(pseudoRandomKey, Buffer.from(`Content-Encoding: ${name}\0\x01`)).subarray(0, length);
      const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
      decipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
      const end = padded.lastIndexOf(2);
      if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is not empty');
      return JSON.parse(padded.subarray(0, end).toString());
    },
  };
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** The claims of a VAPID token, whose signature must be valid for the key that it names. */
export function readVapid(authorization = ''): { claims: Record<string, unknown>; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const coordinate = (start: number) => point.subarray(start, start + 32).toString('base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
  });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature is not valid');
  return { claims: JSON.parse(Buffer.from(payload, 'base64url').toString()), publicKey };
}
