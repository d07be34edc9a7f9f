/** What a job's handler throws if another server has refused for now. */
export class RetryLater extends Error {
  readonly delayMs: number | undefined;

  /**
   * @param reason is stored with the job and shown to operators: it must not contain personal data
   * @param delayMs when to try again, if the other server has said so
   */
  constructor(reason: string, delayMs?: number) {
    super(reason);
    this.name = 'RetryLater';
    this.delayMs = delayMs;
  }
}
