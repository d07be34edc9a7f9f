import type { Db } from './database.ts';

/**
 * Builds a frequent statement once for each database or transaction, to which it belongs. Drizzle otherwise builds its
 * text for every call, which takes longer than sending it, and PostgreSQL parses it each time.
 */
export function preparedStatement<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    const known = statements.get(db);
    if (known !== undefined) return known;
    const statement = prepare(db);
    statements.set(db, statement);
    return statement;
  };
}
