import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { provideService, type Shop } from '#test/service.ts'
import { setProvider } from '../commands.ts'
import { findInvoice, lockInvoice, type MirroredInvoice, mirrorInvoice, recordRefund } from './commands.ts'
import { issueInvoice } from './issue.ts'

const service = provideService({ now: new Date('2026-11-21T09:00:00Z'), env: { BILLING: 'manual' } })

const inStore = <T>({ storeEnvId, organizationId }: Shop, work: (tx: StoreTx) => Promise<T>) =>
  service.service.db.store({ storeEnvId, organizationId }, 'write', work)

const publishedBy = (shop: Shop, work: (tx: StoreTx) => Promise<unknown>) =>
  inStore(shop, async (tx) => {
    await work(tx)
    return tx.outbox.map(({ name, data }) => [name, (data as { net: string }).net])
  })

const order = {
  purpose: 'purchase',
  plan: 'growth',
  lines: [{ description: 'Growth', net: 9900n }],
  dueAt: new Date('2026-12-05T09:00:00Z'),
} as const

const issued = (shop: Shop) =>
  inStore(shop, (tx) => issueInvoice(tx, service.service.services, { ...order, lines: [...order.lines] }))

test('invoice numbers have no gap across stores, in parallel, or after a rollback', async () => {
  const shops = [await service.shop(), await service.shop()]
  const undone = () =>
    inStore(shops[0] as Shop, async (tx) => {
      await issueInvoice(tx, service.service.services, { ...order, lines: [...order.lines] })
      throw new Error('undone')
    }).catch(() => undefined)
  const all = await Promise.all(
    Array.from({ length: 24 }, (_, i) => (i % 3 === 2 ? undone() : issued(shops[i % 2] as Shop))),
  )
  const numbers = all
    .flatMap((invoice) => (invoice ? [Number(invoice.number.replace('EV-', ''))] : []))
    .sort((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: 16 }, (_, i) => i + 1),
  )
})

const mirrored = (more: Partial<MirroredInvoice> = {}): MirroredInvoice => ({
  ...{ provider: 'stripe', providerRef: 'in_1', number: 'ABC-0001', state: 'open', purpose: 'renewal', plan: 'growth' },
  ...{ currency: 'USD', net: '99.00', vat: '0.00', gross: '99.00', vatRate: '0', vatNote: null },
  seller: { name: 'Seller', address: null, country: null, vatNumber: null },
  customer: { name: 'Customer', address: null, country: null, vatNumber: null },
  lines: [{ description: 'Growth', net: '99.00' }],
  ...{ periodStartsAt: null, periodEndsAt: null, issuedAt: '2026-11-21T09:00:00.000Z', dueAt: null, paidAt: null },
  ...{ voidedAt: null, documentUrl: 'https://pay.example.com/in_1' },
  ...more,
})
const paid = mirrored({ state: 'paid', paidAt: '2026-11-21T10:00:00.000Z' })

test("a provider's invoice is published once, in any order and repetition of reports", async () => {
  for (const reports of [
    [mirrored(), paid],
    [paid, mirrored()],
    [paid, paid, mirrored(), paid],
  ]) {
    const shop = await service.shop()
    const heard = []
    for (const report of reports) heard.push(...(await publishedBy(shop, (tx) => mirrorInvoice(tx, report))))
    assert.deepEqual(heard, [['billing.invoice_paid', '99.00']])
    const owner = await shop.signedIn()
    const { body } = await owner.get('/billing/invoices')
    assert.deepEqual(
      body.data.map((each: { number: string; state: string }) => [each.number, each.state]),
      [['ABC-0001', 'paid']],
    )
  }
})

test('a refund is one credit note, counted once, at most the amount paid', async () => {
  const shop = await service.shop()
  const { id } = await inStore(shop, (tx) => mirrorInvoice(tx, paid))
  const part = { ref: 're_1', number: 'CN-1', net: 4000n, vat: 0n, at: '2026-11-22T09:00:00.000Z', note: 'Refund' }
  const give = (refund: typeof part) =>
    publishedBy(shop, async (tx) => {
      const invoice = await lockInvoice(tx, id)
      if (invoice) await recordRefund(tx, invoice, refund)
    })
  assert.deepEqual(await give(part), [['billing.invoice_refunded', '40.00']])
  assert.deepEqual(await give(part), [], 'reported again')
  await assert.rejects(give({ ...part, ref: 're_2', net: 5901n }), /at most the amount paid/)
  assert.deepEqual(await give({ ...part, ref: 're_3', net: 5900n }), [['billing.invoice_refunded', '59.00']])
  const invoice = await inStore(shop, (tx) => findInvoice(tx, id))
  assert.deepEqual([invoice?.state, invoice?.refundedNet], ['refunded', '99.00'])
})

test("a provider's subscription belongs to one store", async () => {
  const [ours, theirs] = [await service.shop(), await service.shop()]
  const reference = { provider: 'stripe', customer: 'cus_1', subscription: `sub_${newId()}` }
  await inStore(ours, (tx) => setProvider(tx, reference))
  await assert.rejects(
    inStore(theirs, (tx) => setProvider(tx, reference)),
    /provider_subscription_once/,
  )
})
