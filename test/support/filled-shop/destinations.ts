import type { Walk } from './walk.ts'

/** The fake of Google is already running, because the service reads the fake's address only when the service starts. */
export async function showOutside({ google, call, jobs }: Walk): Promise<void> {
  const credentials = { accountId: google.accountId, serviceAccount: google.serviceAccount }
  const made = await call('key', 'POST', '/connectors/destinations', { kind: 'google_product', credentials })
  const at = `/connectors/destinations/${made.body.id}`
  await jobs()
  const file = await call('key', 'POST', '/connectors/destinations', { kind: 'meta_csv' })
  await call('key', 'POST', `/connectors/destinations/${file.body.id}/rotate`)
  await jobs()
  await call('key', 'PATCH', at, { credentials })
  await call('key', 'POST', `${at}/test`)
  await call('key', 'POST', `${at}/pause`)
  await call('key', 'POST', `${at}/resume`)
  await call('key', 'POST', `${at}/reconcile`)
  await jobs()
  await call('key', 'GET', '/connectors/destinations')
  await call('key', 'GET', at)
  const [item] = (await call('key', 'GET', `${at}/items`)).body.data
  await call('key', 'GET', `/reviews/${item.reviewId}/destinations`)
  await call('key', 'POST', `${at}/items/${item.id}/retry`)
  await jobs()
}

export async function leaveOutside({ call, jobs }: Walk): Promise<void> {
  const { body } = await call('key', 'GET', '/connectors/destinations')
  const google = body.data.find(({ kind }: { kind: string }) => kind === 'google_product')
  await call('key', 'DELETE', `/connectors/destinations/${google.id}`)
  await jobs()
}
