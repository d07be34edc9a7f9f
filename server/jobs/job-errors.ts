/**
 * What a job's handler throws where trying again cannot help, for example for an address that does not exist. The reason
 * is stored with the job and shown to operators: it must not contain personal data.
 */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/** What a job's handler throws if another server has refused for now, with a reason for operators as above. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly delayMs: number | undefined;

  /** @param delayMs when to try again, if the other server has said so */
  constructor(reason: string, delayMs?: number) {
    super(reason);
    this.delayMs = delayMs;
  }
}
