import type { Business } from '../config/business.ts';
import { documentPath } from '../documents/document-page.ts';

/** The company, and where to ask questions. */
export function footerOf({ operator, support }: Business): { text: string }[] {
  const company = [operator.name, operator.address].filter(Boolean).join(', ');
  return [
    ...(company === '' ? [] : [{ text: company }]),
    ...(support.email === undefined ? [] : [{ text: `Questions? Write to ${support.email}` }]),
  ];
}

export function receiptAction(receipt: { key: string }, publicUrl: string) {
  return { label: 'View and print your receipt', url: publicUrl + documentPath(receipt) };
}
