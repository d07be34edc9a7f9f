import { join } from 'node:path';

/** Names the directory of the server that the global set-up of this run has built. */
export const BUILT_SERVER_VARIABLE = 'SEND_TEST_SERVER';

/** The path of a program of the server, such as "main" or "ops", as this run of the tests has built it. */
export function builtProgram(name: string): string {
  const directory = process.env[BUILT_SERVER_VARIABLE];
  if (directory === undefined) throw new Error('Only the project "server" builds the server.');
  return join(directory, `${name}.js`);
}
