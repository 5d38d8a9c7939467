import { photo } from '../pictures.ts'
import type { Walk } from './walk.ts'

export async function answerQuestions({ call, jobs }: Walk): Promise<void> {
  const { startedAt } = (await call('page', 'GET', '/storefront/forms')).body
  const product = await call('key', 'GET', '/products/by-platform-id/mug-01')
  const first = await call('key', 'POST', '/faqs', {
    question: 'Is it dishwasher safe?',
    answer: 'Yes, **all** of our mugs are.',
    group: 'Care',
    productIds: [product.body.id],
    locale: 'en',
    translations: {
      de: { question: 'Ist sie spülmaschinenfest?', answer: 'Ja, **alle** unsere Becher.', group: 'Pflege' },
    },
  })
  const asked = { email: 'ida.lund@customer.example', name: 'Ida Lund', consent: true, startedAt }
  const question = await call('page', 'POST', '/storefront/faqs/questions', {
    ...asked,
    platformProductId: 'mug-01',
    question: 'How much does it hold?',
    notify: true,
  })
  const unwanted = await call('page', 'POST', '/storefront/faqs/questions', { ...asked, question: 'Buy my pills?' })
  await call('key', 'GET', '/faqs/questions')
  await call('key', 'PATCH', `/faqs/questions/${unwanted.body.id}`, { status: 'spam' })
  await call('key', 'DELETE', `/faqs/questions/${unwanted.body.id}`)
  const answered = await call('key', 'POST', `/faqs/questions/${question.body.id}/answer`, {
    question: 'How much does the mug hold?',
    answer: '0.4 litres, up to the rim.',
  })
  const known = await call('page', 'POST', '/storefront/faqs/questions', { ...asked, question: 'Can it be washed?' })
  await call('key', 'POST', `/faqs/questions/${known.body.id}/answer`, { faqId: first.body.id })
  for (const { body } of [first, answered]) await call('key', 'PATCH', `/faqs/${body.id}`, { status: 'published' })
  await jobs()
  await call('key', 'GET', `/faqs/questions/${question.body.id}`)
  const unused = await call('key', 'POST', '/faqs', { question: 'Do you ship to the moon?', answer: 'Not yet.' })
  await call('key', 'PUT', '/faqs/order', { ids: [answered.body.id, first.body.id, unused.body.id] })
  await call('key', 'DELETE', `/faqs/${unused.body.id}`)
  const file = 'question,answer,group,status\nCan I return it?,Within 30 days.,Returns,published\n'
  await call('key', 'POST', '/imports/faqs?fileName=faqs.csv', file, { 'content-type': 'text/csv' })
  const goods = 'id,title\nsaucer-01,Saucer\n'
  await call('key', 'POST', '/imports/products?fileName=products.csv', goods, { 'content-type': 'text/csv' })
  const bought = 'order id,email,order date,product id\n1009,kim.hale@customer.example,2026-11-10,mug-01\n'
  await call('key', 'POST', '/imports/orders?dryRun=true&fileName=orders.csv', bought, { 'content-type': 'text/csv' })
  await jobs()
  await call('key', 'GET', '/faqs')
  await call('key', 'GET', `/faqs/${first.body.id}`)
  await call('page', 'GET', '/storefront/faqs?platformProductId=mug-01')
  await call('page', 'GET', '/storefront/faqs/json-ld?platformProductId=mug-01')
}

export async function chooseForGallery(call: Walk['call'], reviewPhotoId: string): Promise<void> {
  const { startedAt } = (await call('page', 'GET', '/storefront/forms')).body
  const product = await call('key', 'GET', '/products/by-platform-id/mug-01')
  const made = await call('key', 'POST', '/galleries', {
    name: 'Home page',
    title: 'Seen at your homes',
    description: 'Pictures that **you** sent us.',
    layout: 'masonry',
    columns: 4,
    locale: 'en',
    translations: { de: { title: 'Bei Ihnen zu Hause' } },
  })
  const gallery = `/galleries/${made.body.id}`
  await call('key', 'GET', `${gallery}/candidates`)
  const chosen = await call('key', 'POST', `${gallery}/items`, {
    items: [
      {
        reviewPhotoId,
        caption: 'By the window',
        alt: 'A blue mug on a sill',
        productIds: [product.body.id],
        translations: { de: { caption: 'Am Fenster' } },
      },
    ],
  })
  const item = chosen.body.data[0].id
  await call('key', 'PATCH', `${gallery}/items/${item}`, { permission: 'granted' })
  const upload = await call('key', 'POST', '/uploads', await photo().jpeg().toBuffer(), {
    'content-type': 'image/jpeg',
  })
  const own = await call('key', 'POST', `${gallery}/items`, {
    items: [{ uploadId: upload.body.id, alt: 'Our workshop', permission: 'granted' }],
  })
  await call('key', 'PUT', `${gallery}/items/order`, { ids: [item, own.body.data[0].id] })
  await call('key', 'GET', `${gallery}/items`)
  await call('key', 'PATCH', gallery, { status: 'published' })
  await call('key', 'GET', gallery)
  await call('key', 'PATCH', gallery, {
    leadForm: {
      enabled: true,
      title: 'Write to us',
      intro: 'We answer within a day.',
      consentText: 'I agree that my message is kept to answer it.',
      privacyUrl: 'https://shop.example.com/privacy',
      fields: { name: 'optional', phone: 'optional', message: 'required' },
      notificationEmail: 'sales@shop.example.com',
      retentionDays: 90,
    },
  })
  await call('page', 'GET', `/storefront/galleries/${made.body.id}`)
  await writeLeads(call, made.body.id, startedAt)
  await placeWidgets(call, made.body.id, product.body.id)
  await writePages(call, made.body.id, product.body.id)
  const unused = await call('key', 'POST', '/galleries', { name: 'Never shown' })
  await call('key', 'GET', '/galleries')
  await call('key', 'DELETE', `/galleries/${unused.body.id}`)
  const copy = await call('key', 'POST', '/galleries', { name: 'A second one' })
  const again = await call('key', 'POST', `/galleries/${copy.body.id}/items`, { items: [{ reviewPhotoId }] })
  await call('key', 'DELETE', `/galleries/${copy.body.id}/items/${again.body.data[0].id}`)
}

async function writeLeads(call: Walk['call'], galleryId: string, startedAt: string): Promise<void> {
  const sender = { email: 'ida.lund@customer.example', name: 'Ida Lund', consent: true, startedAt }
  const send = (message: string) =>
    call('page', 'POST', `/storefront/galleries/${galleryId}/leads`, { ...sender, message, phone: '+47 22 12 34 56' })
  const lead = await send('Do you ship to Norway?')
  const unwanted = await send('Buy my pills!')
  const leads = `/galleries/${galleryId}/leads`
  await call('key', 'GET', leads)
  await call('key', 'GET', `${leads}/${lead.body.id}`)
  await call('key', 'PATCH', `${leads}/${lead.body.id}`, { status: 'contacted', note: 'Called on Monday.' })
  await call('key', 'GET', `${leads}/export?format=csv`)
  await call('key', 'DELETE', `${leads}/${unwanted.body.id}`)
}

async function placeWidgets(call: Walk['call'], galleryId: string, productId: string): Promise<void> {
  const made = await call('key', 'POST', '/placements', {
    name: 'Reviews below the description',
    widget: 'reviews',
    pageType: 'product',
    rule: { productIds: [productId] },
    selector: '#product .description',
    insert: 'after',
    settings: { heading: 'What others say', limit: 10 },
    priority: 10,
    startsAt: '2026-01-01T00:00:00.000Z',
    endsAt: '2099-01-01T00:00:00.000Z',
    locale: 'en',
    translations: { de: { heading: 'Das sagen andere' } },
  })
  const placement = `/placements/${made.body.id}`
  const { token } = (await call('key', 'POST', `${placement}/preview`)).body
  await call('page', 'GET', `/storefront/placements?platformProductId=mug-01&preview=${token}`)
  await call('key', 'PATCH', placement, { status: 'published' })
  await call('key', 'GET', placement)
  await call('key', 'POST', '/placements', {
    name: 'Photos on the home page',
    widget: 'gallery',
    pageType: 'home',
    selector: 'main',
    settings: { galleryId },
    status: 'published',
  })
  await call('key', 'GET', '/placements')
  await call('page', 'GET', '/storefront/placements?platformProductId=mug-01')
  await call('key', 'GET', '/placements/preview-pass')
  const unused = await call('key', 'POST', '/placements', { name: 'Never shown', widget: 'stars', selector: 'h1' })
  await call('key', 'DELETE', `/placements/${unused.body.id}`)
}

async function writePages(call: Walk['call'], galleryId: string, productId: string): Promise<void> {
  await call('key', 'GET', '/web-pages/settings')
  await call('key', 'PUT', '/web-pages/settings', { handle: 'acme-mugs' })
  const made = await call('key', 'POST', '/web-pages', {
    kind: 'landing',
    slug: 'about-us',
    title: 'About us',
    description: 'Who makes your mugs.',
    locale: 'en',
    blocks: [
      { type: 'markdown', text: 'We throw every mug **by hand**.' },
      { type: 'gallery', galleryId },
      { type: 'products', productIds: [productId] },
      { type: 'reviews', productIds: [productId], limit: 10 },
      { type: 'faqs', group: 'Care' },
      { type: 'button', label: 'See all mugs', url: '/collections/mugs' },
    ],
    variables: { '--evident-accent': '#43552f' },
    canonicalUrl: 'https://shop.example.com/pages/about-us',
    translations: { de: { title: 'Über uns', blocks: [{ type: 'markdown', text: 'Jede Tasse **von Hand**.' }] } },
  })
  const page = `/web-pages/${made.body.id}`
  await call('key', 'PATCH', page, { title: 'Who we are', version: 1 })
  await call('key', 'POST', `${page}/preview`, { title: 'Who are we?' })
  await call('key', 'POST', `${page}/publish`, { version: 2 })
  await call('key', 'PATCH', page, { slug: 'who-we-are' })
  await call('key', 'POST', `${page}/versions/1/restore`)
  await call('key', 'GET', page)
  await call('key', 'GET', `${page}/versions`)
  await call('key', 'GET', '/web-pages')
  await call('page', 'GET', '/storefront/web-pages/who-we-are')
  const other = await call('key', 'POST', '/web-pages', { kind: 'faq', slug: 'help', title: 'Help' })
  await call('key', 'POST', `/web-pages/${other.body.id}/publish`)
  await call('key', 'POST', `/web-pages/${other.body.id}/unpublish`)
  const unused = await call('key', 'POST', '/web-pages', { kind: 'reviews', slug: 'unused', title: 'Reviews' })
  await call('key', 'DELETE', `/web-pages/${unused.body.id}`)
}
