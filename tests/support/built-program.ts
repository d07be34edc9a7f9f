import { join } from 'node:path';

/** Inside of node_modules, because the programs load their packages from there. */
export const BUILT_SERVER_DIR = 'node_modules/.cache/test-server';

/** The path of a program of the server, such as "main" or "ops", as this run of the tests has built it. */
export const builtProgram = (name: string): string => join(BUILT_SERVER_DIR, `${name}.js`);
