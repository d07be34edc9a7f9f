export const VAT_NUMBER_INVALID = 'Enter 4 to 15 letters and digits';

export function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}

/** Returns the message beside the field, or undefined if the text is a VAT number or empty. */
export function checkVatNumber(text: string): string | undefined {
  return /^([a-z\d]{4,15})?$/i.test(withoutSpaces(text)) ? undefined : VAT_NUMBER_INVALID;
}
