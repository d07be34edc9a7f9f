/** Devices may hold entries that were stored under these names. Keys and values on the right replace them. */
const RENAMED_FIELDS: Readonly<Record<string, string>> = {
  fate: 'sendOutcome',
  waitMs: 'retryDelayMs',
  isWaitBinding: 'isRetryAfter',
  answer: 'response',
};
const RENAMED_OUTCOMES: Readonly<Record<string, string>> = { unsent: 'notSent', refused: 'rejected' };
const RENAMED_STATES: Readonly<Record<string, string>> = { needsSignIn: 'needsLogin' };
const RENAMED_ATTENTION: Readonly<Record<string, string>> = { refused: 'rejected', unsure: 'outcomeUnknown' };

/** Converts a stored entry with old names. Everything else is returned unchanged. */
export function renameOldFields(stored: unknown): unknown {
  if (!isRecord(stored)) return stored;
  const state = renameValue(stored.state, RENAMED_STATES);
  if (!Object.keys(stored).some((key) => key in RENAMED_FIELDS)) {
    return state === stored.state ? stored : { ...stored, state };
  }
  const entry: Record<string, unknown> = {};
  for (const [key, value] of Object.entries({ ...stored, state })) {
    entry[RENAMED_FIELDS[key] ?? key] = key === 'fate' ? renameValue(value, RENAMED_OUTCOMES) : value;
  }
  const { attention } = stored;
  if (isRecord(attention)) {
    entry.attention = { ...attention, kind: renameValue(attention.kind, RENAMED_ATTENTION) };
  }
  return entry;
}

function renameValue(value: unknown, names: Readonly<Record<string, string>>): unknown {
  return typeof value === 'string' ? (names[value] ?? value) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
