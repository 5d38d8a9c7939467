// Invented cases to show a template with, and what each value is.

export const store = { name: 'Larkmoor', url: 'https://shop.example.com' }
export const customer = { name: 'Anna Keller', firstName: 'Anna' }

export const sampleProduct = (title: string, imageUrl: string) => {
  const formUrl = 'https://reviews.example.com/f/sample'
  const ratingUrls = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [n, `${formUrl}?rating=${n}`]))
  return { title, imageUrl, formUrl, ratingUrls, incentive: { text: '', terms: '' } }
}

export const products = [
  sampleProduct('Enamel kettle, 1.5 l', 'https://shop.example.com/images/kettle.jpg'),
  sampleProduct('Linen apron', 'https://shop.example.com/images/apron.jpg'),
]

const descriptions: Record<string, string> = {
  'store.name': 'The name of your store',
  'store.url': 'Where your store is',
  'customer.name': 'The name of the customer, empty if not known',
  'customer.firstName': 'The first name of the customer, empty if not known',
  'order.number': 'The number of the order',
  'order.placedAt': 'When the order was placed; write it with the filter date',
  products: 'The products of the order, one after the other: {% for product in products %}',
  'products[].title': 'The title of a product',
  'products[].imageUrl': 'Its image, empty if there is none',
  'products[].formUrl': 'The review form, opened at this product',
  'products[].ratingUrls': 'The form with a rating chosen, by number: product.ratingUrls[4]',
  'products[].stars': 'The five stars, one after the other: {% for star in product.stars %}',
  'products[].stars[].rating': 'Its number, 1 to 5',
  'products[].stars[].url': 'The form with this rating chosen',
  'products[].stars[].label': 'What the star means, for those who cannot see it',
  'products[].stars[].signs': 'As many stars as the rating',
  formUrl: 'The review form of the whole order',
  confirmUrl: 'Where the customer confirms that what was written is theirs',
  adminUrl: 'Where you find what was written',
  unsubscribeUrl: 'Where the customer unsubscribes; your own MJML must link to it',
  preferencesUrl: 'Where the customer chooses what to get, empty if there is no such page',
  'product.title': 'The title of the product',
  'product.imageUrl': 'Its image, empty if there is none',
  'review.title': 'The title the customer gave the review, empty if none',
  'review.body': 'What the customer wrote',
  'review.rating': 'How many stars the customer gave, 1 to 5',
  'question.asked': 'What the shopper asked, in their own words',
  'answer.question': 'The question as the FAQ has it',
  'answer.body': 'The answer, as plain text',
  'gallery.name': 'What you call the gallery',
  count: 'How many wrote',
  leads: 'What they wrote, one after the other, the first twenty: {% for lead in leads %}',
  'leads[].name': 'The name of who wrote, empty if not asked or not given',
  'leads[].email': 'Their address',
  'leads[].phone': 'Their telephone number, empty if not asked or not given',
  'leads[].body': 'What they wrote, empty if not asked or not given',
  'incentive.text': 'What the review is rewarded with, empty if nothing is offered or not the same for all products',
  'incentive.terms': 'The terms of the offer, empty if there are none',
  'products[].incentive.text':
    'What a review of this product is rewarded with, where products differ; empty if nothing is',
  'products[].incentive.terms': 'The terms of that offer, empty if there are none',
  'reward.code': 'The code that the customer gets',
  'reward.text': 'What they were offered',
  'reward.terms': 'The terms of the offer, empty if there are none',
  'decision.outcome': '`rejected`, or of an objection `upheld` or `overturned`',
  'decision.reason': 'Why the review is held back, in a sentence; empty where it is about an objection',
  'decision.note': 'What you say about the objection, empty if nothing',
  appealUrl: 'Where the customer reads the rules and objects, empty once that is over',
  'reply.body': 'What you replied',
  'reply.authorName': 'Who signed the reply, empty if nobody did',
}

export type Variable = { name: string; description: string; sample: string | null }

/** All that the templates may name of a sample, in its order. */
export function variablesOf(sample: unknown, path = ''): Variable[] {
  if (Array.isArray(sample)) {
    const [first] = sample
    return [described(path, null), ...(typeof first === 'object' ? variablesOf(first, `${path}[]`) : [])]
  }
  if (typeof sample !== 'object' || sample === null) return [described(path, sample)]
  if (Object.keys(sample).every((key) => /^\d+$/.test(key))) return [described(path, null)]
  return Object.entries(sample).flatMap(([key, value]) => variablesOf(value, path === '' ? key : `${path}.${key}`))
}

function described(name: string, sample: unknown): Variable {
  const description = descriptions[name]
  if (description === undefined) throw new Error(`The template variable ${name} has no description.`)
  return { name, description, sample: sample === null || sample === undefined ? null : String(sample) }
}
