import { dataTemplate } from '../support/send-server.ts';

/** This runs before the workers start, because otherwise all of them would create the same database at once. */
export default async function prepare(): Promise<void> {
  await dataTemplate();
}
