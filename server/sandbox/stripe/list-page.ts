import * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import type { FormObject } from './form-body.ts';
import type { ObjectName } from './object-schemas.ts';
import { parseParameters } from './parameters.ts';
import { listObjects } from './queries/objects.ts';

const PageParameters = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(100)),
    '10',
  ),
  starting_after: v.exactOptional(v.string()),
  ending_before: v.exactOptional(v.string()),
});

/** Lists objects as the form asks: one page of those whose fields have the values that the other parameters name. */
export function listPage(context: { db: Db; path: string }, name: ObjectName, form: FormObject) {
  const { limit, starting_after, ending_before, ...filters } = form;
  const page = parseParameters(PageParameters, form);
  return listObjects(context, name, context.path, {
    limit: page.limit,
    filters,
    ...(page.starting_after === undefined ? {} : { startingAfter: page.starting_after }),
    ...(page.ending_before === undefined ? {} : { endingBefore: page.ending_before }),
  });
}
