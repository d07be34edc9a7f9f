/** What a job's handler throws if another server has said when to try again. */
export class RetryLater extends Error {
  readonly delayMs: number;

  constructor(reason: string, delayMs: number) {
    super(reason);
    this.name = 'RetryLater';
    this.delayMs = delayMs;
  }
}
