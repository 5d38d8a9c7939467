import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { provideService } from '#test/service.ts'
import { OperatorError } from '../operator.ts'
import { runBilling } from './billing.ts'

const service = provideService({ env: { BILLING: 'manual', MAIL_FROM: 'Evident Ltd <no-reply@example.com>' } })

async function run(args: string[], flags: Record<string, unknown> = {}) {
  const log = mock.method(console, 'log', () => {})
  try {
    assert.equal(await runBilling(service.service, args, { ...flags, json: true }), 0)
    return JSON.parse(String(log.mock.calls[0]?.arguments[0]))
  } finally {
    log.mock.restore()
  }
}
const refused = (args: string[], flags: Record<string, unknown>, why: RegExp) =>
  assert.rejects(
    runBilling(service.service, args, flags),
    (error) => error instanceof OperatorError && why.test(error.message),
  )

test('the operator sets the seller, and every later invoice names that seller', async () => {
  assert.equal((await run(['seller'])).name, 'Evident Ltd')
  const owner = await (await service.shop()).signedIn()
  const before = (await owner.post('/billing/checkout', { plan: 'growth' })).body.invoice
  assert.deepEqual([before.seller.name, before.gross], ['Evident Ltd', '99.00'])
  const seller = {
    name: 'Example GmbH',
    address: 'Street 1',
    country: 'DE',
    'vat-number': 'DE123456789',
    'vat-rate': '19',
    payment: 'IBAN',
  }
  await run(['seller'], seller)
  await refused(['seller'], { country: 'XX' }, /ISO country/)
  await refused(['seller'], { 'vat-rate': 'many' }, /per cent/)
  await refused(['seller'], { country: 'FR' }, /VAT number is from DE/)
  await refused(['seller'], { name: '' }, /1 to 200/)
  const after = (await owner.post('/billing/checkout', { plan: 'scale' })).body.invoice
  assert.deepEqual(
    [after.seller.name, after.seller.vatNumber, after.vat, after.gross, after.paymentDetails],
    ['Example GmbH', 'DE123456789', '56.81', '355.81', 'IBAN'],
  )
  const again = await owner.get(`/billing/invoices/${before.id}`)
  assert.deepEqual([again.body.seller.name, again.body.state], ['Evident Ltd', 'void'], 'as it was that day')
  assert.equal((await run(['seller'], { address: '' })).address, null)
})

test('invoices of all stores can be listed, paid by number or id, voided and refunded', async () => {
  const shops = [await service.shop(), await service.shop()]
  const invoices: { id: string; number: string }[] = []
  for (const shop of shops)
    invoices.push((await (await shop.signedIn()).post('/billing/checkout', { plan: 'growth' })).body.invoice)
  const [one, other] = invoices as [{ id: string; number: string }, { id: string; number: string }]
  const open = await run(['list'], { open: true })
  assert.deepEqual(
    open.data.slice(0, 2).map((each: { id: string; storeEnvId: string }) => [each.id, each.storeEnvId]),
    [1, 0].map((i) => [invoices[i]?.id, shops[i]?.storeEnvId]),
  )
  assert.equal((await run(['list'], { store: shops[0]?.storeEnvId })).data.length, 1)
  assert.equal((await run(['list'], { limit: '1' })).data.length, 1)
  assert.equal((await run(['mark-paid', one.number])).state, 'paid')
  assert.equal((await run(['mark-paid'], { invoice: one.id })).state, 'paid')
  assert.equal((await run(['void', other.id])).state, 'void')
  const creditNote = await run(['refund', one.number], { net: '9.00', end: true })
  assert.deepEqual([creditNote.kind, creditNote.net, creditNote.correctsId], ['credit_note', '-9.00', one.id])
  await refused(['mark-paid', other.number], {}, /is void/)
  await refused(['mark-paid'], {}, /Pass the invoice/)
  await refused(['mark-paid', 'EV-0'], {}, /No invoice EV-0/)
  await refused(['mark-paid', one.number], { at: 'yesterday' }, /instant/)
  await refused(['mark-paid', one.number], { at: '2999-01-01T00:00:00Z' }, /future/)
  await refused(['list'], { limit: '0' }, /1 to 100/)
  await refused(['constructor'], {}, /See evident help/)
})
