// Shopify's `currentQuantity` excludes removed and returned units. Only removed units were never bought, and only refund
// lines distinguish the two (shopify.dev, RefundLineItemRestockType, 2026-10). `CANCEL` means not bought, and `RETURN`
// means bought. `NO_RESTOCK` or `LEGACY_RESTOCK` means bought if the line was shipped before the refund. Removing a line in
// the admin creates a refund with the line and without a transaction.

export type RefundedUnits = { lineId: string; quantity: number; restockType: string; at: Date | null }
/** `lineIds` is null when the shipment does not list its lines. */
export type Shipment = { at: Date | null; lineIds: ReadonlySet<string> | null }

type Line = { id: string | undefined; quantity: number; currentQuantity: number | undefined }

/** Bought units, including returned ones; 0 for a removed line. */
export function boughtUnits(
  { id, quantity, currentQuantity }: Line,
  refunded: readonly RefundedUnits[],
  shipments: readonly Shipment[],
): number {
  const own = refunded.filter(({ lineId }) => lineId === id)
  const left = currentQuantity ?? quantity - sumUnits(own)
  const returned = sumUnits(own.filter((each) => isReturn(each, shipments)))
  return Math.max(0, Math.min(quantity, left + returned))
}

function isReturn({ lineId, restockType, at }: RefundedUnits, shipments: readonly Shipment[]): boolean {
  const type = restockType.toUpperCase()
  if (type === 'RETURN' || type === 'CANCEL') return type === 'RETURN'
  return shipments.some(
    (shipment) =>
      (shipment.lineIds === null || shipment.lineIds.has(lineId)) &&
      (at === null || shipment.at === null || shipment.at <= at),
  )
}

const sumUnits = (refunded: readonly RefundedUnits[]): number =>
  refunded.reduce((sum, { quantity }) => sum + quantity, 0)
