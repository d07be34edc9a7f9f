import * as v from 'valibot';

/** Validates the rows of a raw SQL statement, because drivers do not guarantee their types. */
export function parseRows<S extends v.GenericSchema>(result: unknown, row: S): v.InferOutput<S>[] {
  return v.parse(v.object({ rows: v.array(row) }), result).rows;
}
