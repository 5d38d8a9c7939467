// Examples that a merchant can duplicate. They are created through the API, as a merchant would create them.
import type { Call } from '../host.ts'
import { accentColor } from '../store/style.ts'

type Found = { data: { reviewPhotoId: string; productId: string }[] }
type Created = { id: string }

const faqs = [
  [
    'Which size of daypack do I need?',
    'For a day in the hills, **28 litres** hold a jacket, food and water. With camera gear, take the next size.',
    'Choosing',
  ],
  [
    'Do you deliver to Switzerland?',
    'Yes. It takes five to thirteen days. The price at the checkout includes customs.',
    'Delivery',
  ],
  [
    'How long can I send something back?',
    'You have **60 days**. Use it outdoors in that time: we take back what has been used fairly.',
    'Returns',
  ],
  [
    'How do I wash down?',
    'By hand or at 30 °C with down detergent. Dry it with two tennis balls, so that the down does not clump.',
    'Care',
  ],
  ['Are spare parts available?', 'Yes. Buckles, poles and zip pullers stay in stock for ten years.', 'Care'],
] as const

const replyTemplates = [
  {
    title: 'Thank a happy customer',
    body: 'Thank you, {author}! We are glad that you like the {product}.',
    ratings: [4, 5],
  },
  {
    title: 'Apologise and offer help',
    body: 'We are sorry, {author}. Please write to us with your order number, and we will find a solution.',
    ratings: [1, 2],
  },
  {
    title: 'Answer about the size',
    body: 'Thank you, {author}. The size guide beside the {product} helps to choose, and exchanges are free.',
    ratings: [],
    topics: ['size', 'small', 'large', 'fit', 'tight', 'Größe', 'klein'],
  },
]

export async function createContent(call: Call, products: readonly { id: string }[]): Promise<void> {
  for (const [question, answer, group] of faqs)
    await call('POST', '/faqs', { question, answer, group, status: 'published', locale: 'en' })
  for (const template of replyTemplates) await call('POST', '/reviews/reply-templates', template)
  const galleryId = await createGallery(call)
  const { id } = await call<Created>('POST', '/web-pages', {
    kind: 'landing',
    slug: 'from-our-customers',
    title: 'From our customers',
    description: 'Photos and reviews of people who took our things along.',
    locale: 'en',
    variables: { '--evident-accent': accentColor },
    blocks: [
      { type: 'markdown', text: 'We ask everybody who bought something, and we show praise and criticism alike.' },
      { type: 'reviews', limit: 10 },
      { type: 'gallery', galleryId },
      { type: 'products', productIds: products.slice(0, 4).map((product) => product.id) },
      { type: 'faqs' },
    ],
    translations: { de: { title: 'Von unseren Kunden' } },
  })
  await call('POST', `/web-pages/${id}/publish`, {})
  await createPlacements(call, galleryId)
  await createProductGroup(call)
}

/** One tent in two sizes. The product page of each size shows the reviews of both sizes. */
async function createProductGroup(call: Call): Promise<void> {
  const { data } = await call<{ data: Created[] }>('GET', '/products?q=Drumlin')
  await call('POST', '/products/groups', { name: 'Drumlin tents', productIds: data.map(({ id }) => id) })
}

async function createGallery(call: Call): Promise<string> {
  const { id } = await call<Created>('POST', '/galleries', {
    name: 'Seen outside',
    title: 'Seen outside',
    description: 'Photos that you sent us with your reviews.',
    layout: 'masonry',
    columns: 4,
    status: 'published',
    locale: 'en',
    translations: { de: { title: 'Draußen gesehen' } },
  })
  const { data } = await call<Found>('GET', `/galleries/${id}/candidates?limit=20`)
  // A gallery does not name archived products, so their photos would be the only ones without a name.
  const archived = await call<{ data: Created[] }>('GET', '/products?status=archived&limit=100')
  const hidden = new Set(archived.data.map((product) => product.id))
  const items = data
    .filter(({ productId }) => !hidden.has(productId))
    .slice(0, 12)
    .map(({ reviewPhotoId, productId }) => ({ reviewPhotoId, permission: 'granted', productIds: [productId] }))
  if (items.length > 0) await call('POST', `/galleries/${id}/items`, { items })
  return id
}

async function createPlacements(call: Call, galleryId: string): Promise<void> {
  const published = { status: 'published', locale: 'en' }
  await call('POST', '/placements', {
    ...published,
    name: 'Questions below the reviews',
    ...{ widget: 'faq', pageType: 'product', selector: '#reviews', insert: 'after' },
    settings: { heading: 'Questions and answers', limit: 5 },
    translations: { de: { heading: 'Fragen und Antworten' } },
  })
  await call('POST', '/placements', {
    ...published,
    name: 'Gallery on the home page',
    ...{ widget: 'gallery', pageType: 'home', selector: 'main', insert: 'append' },
    settings: { galleryId, limit: 8 },
  })
}
