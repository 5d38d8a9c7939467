// The number of bought units of a line. Shopify's `currentQuantity` excludes units that a staff member removed from the
// order and units that the buyer returned. Only the first were never bought, and only the refund lines distinguish the two:
//
// | `restockType` (REST `restock_type`) | Shopify says | here |
// |---|---|---|
// | `CANCEL` | "restocking unfulfilled line items" | not bought |
// | `RETURN` | "restocking line items that were fulfilled" | bought |
// | `NO_RESTOCK`, `LEGACY_RESTOCK` | nothing of the kind | bought if the line was shipped before the refund |
//
// Source: shopify.dev, RefundLineItemRestockType and LineItem.currentQuantity, version 2026-10. Removing a line in the
// admin makes a refund with the line and without a transaction.

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
