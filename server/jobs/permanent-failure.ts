/** What a job's handler throws where trying again cannot help, for example for an address that does not exist. */
export class PermanentFailure extends Error {
  /** @param reason is stored with the job and shown to operators: it must not contain personal data */
  constructor(reason: string) {
    super(reason);
    this.name = 'PermanentFailure';
  }
}
