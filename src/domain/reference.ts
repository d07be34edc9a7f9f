type Referable = {
  id: number | string;
  referenceNumber?: string | null | undefined;
  order?: { referenceNumber?: string | null | undefined } | null | undefined;
};

/** How the user names a delivery or a request. The id remains only if the API has no references. (DEL-07) */
export function referenceOf({ referenceNumber, order, id }: Referable): string {
  return referenceNumber || order?.referenceNumber || String(id);
}
