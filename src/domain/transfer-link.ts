import type { Draft, DraftFields } from './draft.ts';
import { DEFAULT_FIELDS } from './draft-defaults.ts';

/** A QR code with more characters is too dense for a phone's camera. */
const QR_CODE_MAX_CHARS = 800;
/** Servers and proxies reject a longer request line; nginx allows 8 KB. */
const LINK_MAX_CHARS = 7500;

/**
 * Writes a draft into a link that prefills the wizard, to continue on another device. Nothing is stored on a
 * server, so everyone who has the link can read what it contains. It is scannable if it is short enough for a QR
 * code.
 */
export function createTransferLink({ fields, guest }: Pick<Draft, 'fields' | 'guest'>, origin: string) {
  const linkTo = (shown: DraftFields) => `${origin}/?${new URLSearchParams(toSearchParameters(shown))}`;
  const whole = linkTo(fields);
  const isTooLong = whole.length > LINK_MAX_CHARS;
  const link = isTooLong ? linkTo({ ...fields, instructions: '' }) : whole;
  /** The parts of the draft that the link does not contain; on the other device they start with their defaults. */
  const omitted = [
    ...(fields.size !== DEFAULT_FIELDS.size ? ['the size of the package'] : []),
    ...(fields.weight !== DEFAULT_FIELDS.weight ? ['its weight'] : []),
    ...(isTooLong ? ['the instructions'] : []),
    ...(Object.values(guest).some((value) => value.trim() !== '') ? ['your contact details'] : []),
  ];
  return { link, isScannable: link.length <= QR_CODE_MAX_CHARS, omitted };
}

function toSearchParameters(fields: DraftFields): Record<string, string> {
  const { pickUp, dropOff, instructions, speed, isPriority, isFragile } = fields;
  const parameters: Record<string, string | undefined> = {
    p: pickUp.name.trim(),
    pLat: pickUp.chosen && String(pickUp.chosen.latitude),
    pLng: pickUp.chosen && String(pickUp.chosen.longitude),
    d: dropOff.name.trim(),
    dLat: dropOff.chosen && String(dropOff.chosen.latitude),
    dLng: dropOff.chosen && String(dropOff.chosen.longitude),
    // The instructions contain the category and the extras of a move.
    s: instructions.trim(),
    o: speed === DEFAULT_FIELDS.speed ? undefined : speed,
    isP: isPriority ? '1' : undefined,
    isF: isFragile ? '1' : undefined,
  };
  return Object.fromEntries(
    Object.entries(parameters).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
    ),
  );
}
