import { dataTemplate } from '../support/send-server.ts';

/** Before the workers start: they would all create the same database at once. */
export default async function prepare(): Promise<void> {
  await dataTemplate();
}
