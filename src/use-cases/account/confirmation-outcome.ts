import { type Failure, hasErrorCode, type Result } from '../../api/failure.ts';
import { ERROR_MESSAGES, errorMessage, GENERIC_ERROR } from '../../contract/errors.ts';

export type Refusal = { title: string; text: string };
/**
 * What became of an action that needs the password. `refused` has no message if the app shows the reason elsewhere: it
 * is offline, or the customer has canceled.
 */
export type ConfirmationOutcome =
  | { kind: 'done' }
  | { kind: 'wrongPassword'; message: string }
  | { kind: 'refused'; refusal: Refusal | undefined };

type OutcomeTexts = {
  /** What the server's refusal means, such as "Your account was not deleted." */
  refused: string;
  /** What to do when it is not known whether the action has happened. */
  unknown: string;
};

/** Words the result of a call that contains the password. */
export function confirmationOutcome(result: Result<unknown>, texts: OutcomeTexts): ConfirmationOutcome {
  if (result.ok) return { kind: 'done' };
  return hasErrorCode(result.failure, 'UNAUTHORIZED')
    ? { kind: 'wrongPassword', message: ERROR_MESSAGES.INCORRECT_PASSWORD }
    : { kind: 'refused', refusal: refusalOf(result.failure, texts) };
}

function refusalOf(failure: Failure, texts: OutcomeTexts): Refusal | undefined {
  if (failure.kind === 'http' && failure.status === 429) {
    const minutes = Math.ceil((failure.retryAfterMs ?? 15 * 60_000) / 60_000);
    return {
      title: 'Too many attempts',
      text: minutes === 1 ? 'Try again in 1 minute.' : `Try again in ${minutes} minutes.`,
    };
  }
  if (failure.kind === 'http') {
    return { title: errorMessage(failure.status, failure.body), text: texts.refused };
  }
  if (failure.kind === 'offline' || failure.kind === 'aborted' || failure.kind === 'unauthorized')
    return undefined;
  return { title: GENERIC_ERROR, text: texts.unknown };
}
