/** Statements that make writes wait or break a running process of the previous version, and what to do instead. */
const RULES: {
  pattern: RegExp;
  instead: string;
  /** @param earlier the migrations that run before */
  isExempt?: (text: string, match: RegExpExecArray, earlier: string) => boolean;
}[] = [
  {
    pattern: /create (?:unique )?index (?!concurrently)(?:if not exists )?\w* ?on (\w+)/gi,
    instead: 'create an index of an existing table concurrently',
    isExempt: createsTable,
  },
  {
    pattern: /drop index (?!concurrently)/gi,
    instead: 'drop an index concurrently',
  },
  {
    pattern:
      /alter table (\w+)[^;]*add column (?:if not exists )?\w+ [^,;]*not null(?![^,;]*default)(?![^,;]*generated)/gi,
    instead: 'give a new column that is not null a default',
    isExempt: createsTable,
  },
  {
    pattern: /alter table (\w+)[^;]*alter column (\w+) set not null/gi,
    instead:
      'validate a check first, in files of their own: "add constraint … check (… is not null) not valid", then "validate constraint"',
    isExempt: (text, match, earlier) => createsTable(text, match) || isValidated(earlier, match),
  },
  {
    pattern: /alter table (\w+)[^;]*alter column \w+ (?:set data )?type/gi,
    instead: 'add a column of the new type instead of rewriting the table',
    isExempt: createsTable,
  },
  {
    pattern:
      /alter table (\w+)[^;]*add (?:constraint \w+ )?(?:unique|primary key|exclude|(?:check|foreign key)(?![^;]*not valid))/gi,
    instead: 'add a constraint "not valid" or "using index"',
    isExempt: (text, match) => / using index /i.test(match.input) || createsTable(text, match),
  },
  {
    pattern: /(?:^|;|\n)\s*(?:update|delete from) (\w+)/gi,
    instead: 'change rows in batches: begin the file with "-- batches"',
    isExempt: (text, match) => isBatched(text) || createsTable(text, match),
  },
  {
    pattern: /(?:drop table|alter table \w+[^;]*(?:drop column|rename))/gi,
    instead: 'remove what no version uses any more in a file whose name ends in _contract.sql',
  },
];

function createsTable(text: string, match: RegExpExecArray): boolean {
  return new RegExp(`create table (?:if not exists )?${match[1]}\\b`, 'i').test(text);
}

function isBatched(text: string): boolean {
  return text.startsWith('-- batches\n');
}

/** Whether an earlier migration has shown that a column contains no null. */
function isValidated(earlier: string, [, table, column]: RegExpExecArray): boolean {
  const check = new RegExp(
    `alter table ${table} add constraint (\\w+) check \\(${column} is not null\\) not valid`,
    'i',
  );
  const name = check.exec(earlier)?.[1];
  return name !== undefined && earlier.includes(`alter table ${table} validate constraint ${name}`);
}

/** What a migration would do to the servers that run meanwhile, one sentence for each fault. */
export function migrationFaults(name: string, file: string, earlier = ''): string[] {
  const isConcurrent = file.startsWith('-- concurrently\n');
  const text = file.replace(/^\s*--.*$/gm, '');
  // Of the comments only the marker counts.
  const whole = isBatched(file) ? `-- batches\n${text}` : text;
  const statements = text.split(/;[ \t]*$/m).flatMap((statement) => statement.trim() || []);
  const rules = name.endsWith('_contract.sql') ? RULES.slice(0, -1) : RULES;
  const faults = rules.flatMap(({ pattern, instead, isExempt }) =>
    statements.flatMap((statement) =>
      [...statement.matchAll(pattern)].some((match) => !isExempt?.(whole, match, earlier)) ? [instead] : [],
    ),
  );
  if (
    isBatched(file) &&
    !statements.every((statement) => /\slimit \d+[\s\S]*\sreturning\s/i.test(statement))
  ) {
    faults.push('let each statement of a file marked as batches change some rows ("limit") and return them');
  }
  for (const statement of statements) {
    const isOfIndex =
      /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) /i;
    if (isConcurrent !== isOfIndex.test(statement)) {
      faults.push(
        isConcurrent
          ? 'only "create index concurrently if not exists" and "drop index concurrently if exists" belong in a file marked as concurrent'
          : / index concurrently /i.test(statement)
            ? 'begin the file with "-- concurrently"'
            : '',
      );
    }
  }
  return [...new Set(faults.filter((fault) => fault !== ''))].map((fault) => `${name}: ${fault}`);
}
