import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { boughtUnits } from './bought.ts'

const units = fc.nat({ max: 5 })
const sentAt = new Date('2026-11-03T10:00:00Z')
const before = new Date('2026-11-02T10:00:00Z')
const after = new Date('2026-11-04T10:00:00Z')

test('bought items are the ordered items without the removed ones, and include returned ones', () => {
  fc.assert(
    fc.property(units, units, units, units, units, (left, cancelled, removed, returned, thrownAway) => {
      const refund = (quantity: number, restockType: string, at: Date) => ({ lineId: '7', quantity, restockType, at })
      const quantity = left + cancelled + removed + returned + thrownAway
      const refunded = [
        refund(cancelled, 'CANCEL', after),
        refund(removed, 'NO_RESTOCK', before),
        refund(returned, 'RETURN', after),
        refund(thrownAway, 'no_restock', after),
        { ...refund(3, 'RETURN', after), lineId: '8' },
      ]
      const shipments = [{ at: sentAt, lineIds: new Set(['7']) }]
      const bought = left + returned + thrownAway
      assert.equal(boughtUnits({ id: '7', quantity, currentQuantity: left }, refunded, shipments), bought)
      assert.equal(boughtUnits({ id: '7', quantity, currentQuantity: undefined }, refunded, shipments), bought)
    }),
  )
})
