import * as v from 'valibot';

/** The rows of a hand-written statement, parsed: drivers promise nothing about their types. */
export function parseRows<S extends v.GenericSchema>(result: unknown, row: S): v.InferOutput<S>[] {
  return v.parse(v.object({ rows: v.array(row) }), result).rows;
}
