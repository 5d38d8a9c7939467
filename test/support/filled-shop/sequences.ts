import { makeOrder, type Walk } from './walk.ts'

/** One of the orders is by the buyer whom a later call erases. */
export async function writeSequences({ service, call, jobs }: Walk): Promise<void> {
  const mail = { type: 'mail', subject: 'Thank you, {{ customer.firstName }}', body: 'Your order is on its way.' }
  const written = await call('key', 'POST', '/email-sequences', {
    name: 'Thank you',
    trigger: { event: 'order.placed' },
    steps: [mail, { type: 'wait', days: 7 }, { ...mail, subject: 'How is {{ products[0].title }}?' }],
    exitOn: ['order.refunded'],
    goal: ['review.created'],
    consent: 'all_buyers',
  })
  const sequence = `/email-sequences/${written.body.id}`
  await call('key', 'POST', `${sequence}/publish`)
  const placedAt = service.service.clock.now().toISOString()
  await call('key', 'PUT', '/orders', [
    { ...makeOrder('1010', 'ida.lund@customer.example', 'Ida Lund'), placedAt, fulfilledAt: null, deliveredAt: null },
    { ...makeOrder('1011', 'bo.berg@customer.example', 'Bo Berg'), placedAt, fulfilledAt: null, deliveredAt: null },
  ])
  await call('key', 'PATCH', sequence, { name: 'Thank you, and how is it' })
  const order = await call('key', 'GET', '/orders/by-platform-id/1010')
  await call('key', 'POST', `${sequence}/simulate`, { orderId: order.body.id })
  await call('key', 'POST', '/email-sequences/preview', { mail, orderId: order.body.id })
  await service.tick()
  await jobs()
  const runs = await call('key', 'GET', `${sequence}/runs`)
  await call('key', 'POST', `${sequence}/runs/${runs.body.data[0].id}/exit`)
  await call('key', 'GET', `${sequence}/stats`)
  await call('key', 'POST', `${sequence}/pause`)
  await call('key', 'POST', `${sequence}/resume`)
  await call('key', 'GET', sequence)
  await call('key', 'GET', '/email-sequences')
  const other = await call('key', 'POST', '/email-sequences', {
    name: 'Test',
    trigger: { event: 'order.placed' },
    steps: [mail],
  })
  await call('key', 'POST', `/email-sequences/${other.body.id}/archive`)
  await call('key', 'DELETE', `/email-sequences/${other.body.id}`)
}
