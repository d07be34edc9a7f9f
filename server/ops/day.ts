import * as v from 'valibot';

/** A day of a query, UTC. */
export const Day = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/, 'Must be a day like 2026-11-01'),
  v.check((value) => !Number.isNaN(Date.parse(value)), 'Must be a day that exists'),
);
