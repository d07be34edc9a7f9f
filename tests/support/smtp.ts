import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type TestSmtp = {
  url: string;
  /** The accepted emails, each as it was transmitted. */
  accepted: { to: string; raw: string }[];
  /** How many connections were opened. */
  connections(): number;
  /** How the server handles a recipient or an email; by default it accepts both at once. */
  behaviour: {
    refuseRecipient?: (address: string) => { code: number; message: string } | undefined;
    /** Resolves when the server may accept the email. */
    beforeAccept?: (address: string) => Promise<void>;
  };
  close(): Promise<void>;
};

/** A mail server on the loopback interface. */
export async function startSmtp(fixedPort = 0): Promise<TestSmtp> {
  const accepted: TestSmtp['accepted'] = [];
  const behaviour: TestSmtp['behaviour'] = {};
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, callback) {
      connections += 1;
      callback();
    },
    onRcptTo({ address }, _session, callback) {
      const refused = behaviour.refuseRecipient?.(address);
      callback(refused && Object.assign(new Error(refused.message), { responseCode: refused.code }));
    },
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      void text(stream).then(async (raw) => {
        await behaviour.beforeAccept?.(to);
        accepted.push({ to, raw });
        callback();
      });
    },
  });
  server.on('error', () => {});
  const listener = server.listen(fixedPort, '127.0.0.1');
  await once(listener, 'listening');
  // A listening TCP server always has an address with a port.
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    connections: () => connections,
    behaviour,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
