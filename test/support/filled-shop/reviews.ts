import { queueMessage } from '#resources/email/commands.ts'
import { confirm } from '#resources/reviews/submissions/confirmation-commands.ts'
import { correctReview } from '#resources/reviews/submissions/correction-commands.ts'
import { photo } from '../pictures.ts'
import { chooseForGallery } from './content.ts'
import { byHand, type Call, type Walk } from './walk.ts'

export async function askBuyers({ service, shop, call, jobs }: Walk): Promise<void> {
  await call('key', 'PUT', '/email/settings', { delayDays: 7, reminders: 1 })
  await call('key', 'GET', '/email/settings')
  await call('key', 'PUT', '/email-branding', {
    colors: { primary: '#0b6e4f' },
    footerAddress: 'Acme Ltd\n12 Mill Lane',
  })
  await call('key', 'GET', '/email-branding')
  await call('key', 'GET', '/email/templates')
  await call('key', 'PUT', '/email/templates/review_request', { subject: 'How is your {{ products[0].title }}?' })
  await call('key', 'GET', '/email/templates/review_request')
  await call('key', 'POST', '/email/templates/review_request/preview', { locale: 'en' })
  await call('key', 'POST', '/email/templates/review_request/test', { to: shop.ownerEmail })
  await call('key', 'DELETE', '/email/templates/review_request')
  const sent = await call('key', 'GET', '/orders/by-platform-id/1001')
  await call('key', 'GET', `/orders/${sent.body.id}`)
  await call('key', 'POST', `/orders/${sent.body.id}/review-request/send`)
  const cancelled = await call('key', 'GET', '/orders/by-platform-id/1002')
  await call('key', 'POST', `/orders/${cancelled.body.id}/review-request/cancel`)
  await jobs()
  const messages = await call('key', 'GET', '/email/messages')
  await call('session', 'GET', '/email/messages')
  await call('key', 'GET', `/email/messages/${messages.body.data[0].id}`)
  await call('session', 'GET', `/email/messages/${messages.body.data[0].id}`)
  const { id: failed } = await service.service.db.store(shop, 'write', (tx) =>
    queueMessage(tx, service.service.services.secrets, {
      template: 'review_reply',
      to: { email: 'jane.doe@customer.example' },
      locale: 'en',
      category: 'transactional',
      key: 'walk',
      data: {},
    }),
  )
  await byHand(
    service,
    `update email_messages set state = 'failed', reason = 'refused', settled_at = due_at where id = '${failed}'`,
  )
  await call('key', 'POST', `/email/messages/${failed}/retry`)
  await call('key', 'GET', '/email/sending')
  await call('key', 'POST', '/email/sending/resume')
  const kept = await call('session', 'GET', '/email/mailbox')
  await call('session', 'GET', `/email/mailbox/${kept.body.data[0].id}`)
  const token = service.service.services.secrets.operatorTokenFor('mail feedback')
  await call('nobody', 'POST', `/email/feedback/${token}`, JSON.stringify({ RecordType: 'Delivery' }), {
    'content-type': 'application/json',
  })
  const suppression = { email: 'no.mail@customer.example', scope: 'review_requests', note: 'asked by phone' }
  await call('key', 'POST', '/email-suppressions', suppression)
  await call('key', 'POST', '/email-suppressions', suppression)
  await call('key', 'POST', '/email-suppressions/import', {
    reason: 'unsubscribe',
    addresses: ['other@customer.example', 'no address'],
  })
  await call('key', 'POST', '/sending-domain', { domain: 'mail.acme.example', fromLocalPart: 'hello' })
  await call('key', 'POST', '/sending-domain', { domain: 'mail.acme.example', fromLocalPart: 'hello' })
  await call('key', 'PUT', '/sending-domain', { domain: 'mail.acme.example', fromLocalPart: 'hello' })
  await call('key', 'PATCH', '/sending-domain/settings', { fromName: 'Acme', replyTo: 'help@acme.example' })
  await call('key', 'POST', '/sending-domain/rotate')
  await call('key', 'GET', '/sending-domain')
}

export async function collectReviews({ service, shop, call, jobs }: Walk): Promise<void> {
  const bytes = await photo().jpeg().toBuffer()
  const jpeg = { 'content-type': 'image/jpeg' }
  const unused = await call('key', 'POST', '/uploads', bytes, jpeg)
  await call('key', 'GET', `/uploads/${unused.body.id}`)
  await call('key', 'DELETE', `/uploads/${unused.body.id}`)
  const used = await call('page', 'POST', '/storefront/uploads', bytes, jpeg)
  await call('page', 'GET', '/storefront/config')
  await call('page', 'GET', '/storefront/review-form')
  const onPage = await call('page', 'POST', '/storefront/reviews', {
    platformProductId: 'tee-01',
    rating: 4,
    title: 'Cool in July',
    body: 'Light, and does not cling.',
    authorName: 'Sam',
    authorEmail: 'sam.kent@customer.example',
    photoIds: [used.body.id],
    consent: true,
  })
  await jobs()
  // Confirms the review as the author's own page does, which sends the receipt.
  await service.service.db.store(shop, 'write', (tx) => confirm(tx, onPage.body.id))
  await jobs()
  const order = await call('key', 'GET', '/orders/by-platform-id/1003')
  const asked = await call('key', 'PUT', '/reviews/attributes', {
    attributes: [{ kind: 'scale', label: 'Size', lowLabel: 'Too small', highLabel: 'Too large' }],
  })
  await call('key', 'GET', '/reviews/attributes')
  await call('key', 'PUT', '/reviews/settings', { shop: { asked: true, question: 'How was shopping with us?' } })
  await call('key', 'PUT', '/reviews/settings', { translate: ['de'], digest: true })
  await call('key', 'GET', '/reviews/settings')
  await call('key', 'GET', '/reviews/translation')
  await call('key', 'POST', '/reviews/translation/test', {
    ...{ text: 'Keeps tea hot for an hour.', source: 'en', target: 'de' },
  })
  const review = await call('key', 'POST', '/reviews', {
    attributes: [{ id: asked.body.attributes[0].id, value: 3 }],
    platformProductId: 'mug-01',
    orderId: order.body.id,
    rating: 5,
    title: 'Daily companion',
    body: 'Keeps tea hot for an hour.',
    authorName: 'Ida L.',
    authorEmail: 'ida.lund@customer.example',
  })
  const { id } = review.body
  const unordered = {
    platformProductId: 'tee-01',
    rating: 3,
    body: 'Shrank a little.',
    authorName: 'Bo',
    authorEmail: 'bo.berg@customer.example',
  }
  await call('key', 'POST', '/reviews', unordered)
  await call('key', 'POST', '/reviews', unordered)
  await call('key', 'PUT', `/reviews/${id}`, { status: 'approved', reply: { body: 'Thank you, Ida!' } })
  // Authors correct their reviews on a page outside the API.
  const words = { rating: 4, title: 'Daily companion', authorName: 'Ida L.' }
  const correct = (body: string) =>
    service.service.db.store(shop, 'write', (tx) => correctReview(tx, id, { ...words, body }))
  await correct('Keeps tea hot for two hours.')
  await call('key', 'PUT', `/reviews/${id}`, { correction: 'accepted' })
  await correct('Keeps tea hot.')
  await call('key', 'PUT', `/reviews/${id}`, { correction: 'rejected', reason: 'other' })
  await correct('Keeps tea hot for an afternoon.')
  await call('page', 'POST', `/storefront/reviews/${id}/report`, { reason: 'off_topic', text: 'Another product.' })
  await call('page', 'POST', `/storefront/reviews/${id}/vote`, { voteId: 'Zk3p-9wQ7rTx2LmVb8NcYA', helpful: true })
  await call('key', 'GET', `/reviews/${id}/reports`)
  await call('key', 'POST', `/reviews/${id}/reports/resolve`)
  await call('session', 'PUT', `/reviews/${id}`, { reply: { body: 'Thank you, Ida. Enjoy it!' } })
  await call('key', 'GET', `/reviews/${id}/history`)
  await keepForLater(call, review.body.productId)
  await workTogether(call, id)
  const withPhoto = (await call('key', 'GET', '/reviews?hasPhotos=true')).body.data[0]
  await call('key', 'GET', `/reviews/${withPhoto.id}`)
  await call('session', 'GET', `/reviews/${withPhoto.id}`)
  const file =
    'product_id,rating,body,created_at,author\nmug-01,5,Holds tea.,2026-01-02,Ida\nmug-99,4,None.,2026-01-03,Bo\n'
  const started = await call('key', 'POST', '/imports/reviews?fileName=reviews.csv', file, {
    'content-type': 'text/csv',
  })
  await jobs()
  await call('key', 'GET', `/imports/${started.body.id}`)
  await call('key', 'GET', `/imports/${started.body.id}/rows`)
  const [imported] = (await call('key', 'GET', '/reviews?imported=true')).body.data
  await call('key', 'POST', '/reviews/bulk-update', { updates: [{ id: imported.id, status: 'approved' }] })
  await call('key', 'PUT', '/placements/settings', { defaultLocale: 'en', theme: { accentColor: '#43552f' } })
  for (const path of ['json-ld', 'html', 'reviews'])
    await call('page', 'GET', `/storefront/${path}?platformProductId=mug-01`)
  await jobs()
  await call('page', 'GET', '/storefront/reviews?platformProductId=mug-01&translate=de')
  // A digest needs ten reviews, and this product has fewer, so its sentence is written by SQL.
  await byHand(
    service,
    `update review_digests set sentences = '[{"reviewId":"${id}","sentence":"Keeps tea hot for an hour."}]'`,
  )
  await call('page', 'GET', '/storefront/digest?platformProductId=mug-01')
  await call('key', 'GET', `/reviews/digest?productId=${review.body.productId}`)
  await call('page', 'GET', '/storefront/summary?platformProductIds=mug-01,tee-01')
  await call('page', 'GET', '/storefront/review-attributes?platformProductId=mug-01')
  await call('page', 'GET', '/storefront/review-filters?platformProductId=mug-01')
  await call('page', 'GET', '/storefront/store-summary')
  const ofShop = await call('key', 'POST', '/reviews', {
    subject: 'shop',
    rating: 5,
    body: 'Ordered on Monday, here on Wednesday.',
    authorName: 'Sam',
    authorEmail: 'sam.hill@customer.example',
  })
  await call('key', 'PUT', `/reviews/${ofShop.body.id}`, { status: 'approved' })
  await call('page', 'GET', '/storefront/shop-summary')
  await chooseForGallery(call, withPhoto.photos[0].id)
  await call('key', 'DELETE', `/reviews/${withPhoto.id}/photos/${withPhoto.photos[0].id}`)
  await lookForSignals(call, jobs)
}

async function lookForSignals(call: Call, jobs: Walk['jobs']): Promise<void> {
  await call('key', 'PUT', '/reviews/settings', { askRelationship: true })
  await call('page', 'POST', '/storefront/reviews', {
    platformProductId: 'tee-01',
    rating: 5,
    body: 'My sister designed this shirt, so I may be partial. It is cut well, the seams are straight, and the colour has not faded after a summer in the sun.',
    authorName: 'Lea',
    authorEmail: 'lea.roth@customer.example',
    relationship: 'family',
    consent: true,
  })
  await jobs()
  const [signal] = (await call('key', 'GET', '/reviews/signals?kind=declared')).body.data
  await call('key', 'PATCH', `/reviews/signals/${signal.id}`, { state: 'confirmed', note: 'She wrote to us, too.' })
}

async function keepForLater(call: Call, productId: string): Promise<void> {
  await call('key', 'POST', '/reviews/reply-templates', {
    title: 'Thanks',
    body: 'Thank you, {author}! We are glad you like the {product}.',
    ratings: [4, 5],
    topics: ['tea', 'keeps hot'],
  })
  const unused = await call('key', 'POST', '/reviews/reply-templates', {
    title: 'Sorry',
    body: 'We are sorry, {author}.',
  })
  const template = `/reviews/reply-templates/${unused.body.id}`
  await call('key', 'PATCH', template, { title: 'Apology' })
  await call('key', 'DELETE', template)
  await call('key', 'GET', '/reviews/reply-templates')
  await call('session', 'POST', '/reviews/views', {
    name: 'Low ratings of the mug',
    filter: { status: 'pending', rating: 1, productId },
    isDefault: true,
  })
  const other = await call('session', 'POST', '/reviews/views', { name: 'Photos', filter: { hasPhotos: true } })
  const view = `/reviews/views/${other.body.id}`
  await call('session', 'PATCH', view, { name: 'With photos' })
  await call('session', 'DELETE', view)
  await call('session', 'GET', '/reviews/views')
}

async function workTogether(call: Walk['call'], reviewId: string): Promise<void> {
  const notes = `/reviews/${reviewId}/notes`
  await call('session', 'POST', notes, { body: 'Asked the warehouse for the batch number.' })
  const unused = await call('session', 'POST', notes, { body: 'Wrong review.' })
  await call('session', 'DELETE', `${notes}/${unused.body.id}`)
  const [member] = (await call('session', 'GET', '/account/users')).body.data
  await call('session', 'PUT', `/reviews/${reviewId}/assignee`, { userId: member.id })
  await call('session', 'GET', notes)
  await call('session', 'GET', '/reviews/assigned')
}

export async function lookAtNumbers({ call }: Walk): Promise<void> {
  await call('key', 'GET', '/evidence/policies')
  await call('key', 'PUT', '/evidence/policies', {
    text: '# What we publish\n\nEvery honest review, whatever its stars.\n',
  })
  await call('key', 'GET', '/evidence/policies/versions')
  await call('key', 'GET', '/evidence/policies/versions/1')
  await call('key', 'PUT', '/evidence/settings', { publicMeter: true })
  await call('key', 'GET', '/evidence/settings')
  await call('key', 'GET', '/evidence/suppression')
  await call('key', 'PUT', '/analytics/settings', { widgetCounts: true })
  await call('key', 'GET', '/analytics/settings')
  const events = ['impression', 'click'].map((kind) => ({ widget: 'reviews', kind }))
  await call('page', 'POST', '/storefront/analytics', { events })
  for (const report of ['reviews', 'moderation', 'requests', 'widgets', 'loyalty', 'email'])
    await call('key', 'GET', `/analytics/${report}?interval=month`)
  await call('key', 'GET', '/analytics/products')
  await call('key', 'GET', '/analytics/themes?minReviews=1')
  await call('key', 'GET', '/analytics/topics?minReviews=2')
  await call('key', 'GET', '/analytics/stop-words')
  await call('key', 'GET', '/analytics/attention')
  await call('session', 'PUT', '/analytics/notifications', { weeklySummary: true, lowRatings: true, language: 'en' })
  await call('session', 'GET', '/analytics/notifications')
}
