import type { ListTab } from '../../domain/delivery-list.ts';

export const LIST_TABS = ['active', 'past'] as const satisfies readonly ListTab[];
