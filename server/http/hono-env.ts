import type { HttpBindings } from '@hono/node-server';

/** What the first middleware knows about each request. Without a socket (tests) there are no bindings. */
export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** What limits count as one client: an IPv4 address, or the network of an IPv6 address. */
    clientAddress: string;
    /** Who uses the operator API; set below `/ops` only. */
    operator: string;
  };
};
