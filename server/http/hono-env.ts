import type { HttpBindings } from '@hono/node-server';

/** What the first middleware knows about each request. Without a socket (tests) there are no bindings. */
export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; clientAddress: string };
};
