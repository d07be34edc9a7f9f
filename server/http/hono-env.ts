import type { HttpBindings } from '@hono/node-server';

/** The variables that the first middleware sets. Requests without a socket, as in tests, have no bindings. */
export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** What rate limits count as one client: an IPv4 address, or the network of an IPv6 address. */
    clientAddress: string;
    /** The name of the operator; set only below `/ops`. */
    operator: string;
  };
};
