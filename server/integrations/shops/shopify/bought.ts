// How many units of a line were bought. Shopify's `currentQuantity` leaves out units that a staff member removed from the order
// and units that the buyer sent back. Only the first were never bought, and only the refund lines tell the two apart:
//
// | `restockType` (REST `restock_type`) | Shopify says | here |
// |---|---|---|
// | `CANCEL` | "restocking unfulfilled line items" | not bought |
// | `RETURN` | "restocking line items that were fulfilled" | bought |
// | `NO_RESTOCK`, `LEGACY_RESTOCK` | nothing of the kind | bought if the line was shipped before the refund |
//
// Source: shopify.dev, RefundLineItemRestockType and LineItem.currentQuantity, version 2026-10. Removing a line in the admin makes
// a refund with the line and without a transaction.

export type RefundedUnits = { lineId: string; quantity: number; restockType: string; at: Date | null }
/** `lineIds` is null where the shipment does not say what was in it. */
export type Shipment = { at: Date | null; lineIds: ReadonlySet<string> | null }

type Line = { id: string | undefined; quantity: number; currentQuantity: number | undefined }

/** Units that were bought, returned ones included; 0 for a line that was removed. */
export function boughtUnits(
  { id, quantity, currentQuantity }: Line,
  refunded: readonly RefundedUnits[],
  shipments: readonly Shipment[],
): number {
  const own = refunded.filter(({ lineId }) => lineId === id)
  const left = currentQuantity ?? quantity - unitsOf(own)
  const returned = unitsOf(own.filter((each) => isReturn(each, shipments)))
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

const unitsOf = (refunded: readonly RefundedUnits[]): number =>
  refunded.reduce((sum, { quantity }) => sum + quantity, 0)
