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
  'store.url': 'The address of your store',
  'customer.name': 'The name of the customer, empty if not known',
  'customer.firstName': 'The first name of the customer, empty if not known',
  'order.number': 'The number of the order',
  'order.placedAt': 'The time the order was placed; format it with the filter date',
  products: 'The products of the order, for a loop: {% for product in products %}',
  'products[].title': 'The title of a product',
  'products[].imageUrl': 'Its image, empty if there is none',
  'products[].formUrl': 'The review form, opened at this product',
  'products[].ratingUrls': 'The form with a preselected rating, by number: product.ratingUrls[4]',
  'products[].stars': 'The five stars, for a loop: {% for star in product.stars %}',
  'products[].stars[].rating': 'Its number, 1 to 5',
  'products[].stars[].url': 'The form with this rating preselected',
  'products[].stars[].label': 'The meaning of the star, for people who cannot see it',
  'products[].stars[].signs': 'As many stars as the rating',
  formUrl: 'The review form of the whole order',
  confirmUrl: 'The page where customers confirm that the text is theirs',
  adminUrl: 'The page where you find the messages',
  unsubscribeUrl: 'The unsubscribe page; your own MJML must link to it',
  preferencesUrl: 'The page where customers choose their mail, empty if there is none',
  'product.title': 'The title of the product',
  'product.imageUrl': 'Its image, empty if there is none',
  'review.title': 'The title the customer gave the review, empty if none',
  'review.body': 'The text of the review',
  'review.rating': 'The stars of the review, 1 to 5',
  'question.asked': "The shopper's question, in their own words",
  'answer.question': 'The question as written in the FAQ',
  'answer.body': 'The answer, as plain text',
  'gallery.name': 'The name of the gallery',
  count: 'How many wrote',
  leads: 'The messages, for a loop over the first twenty: {% for lead in leads %}',
  'leads[].name': "The sender's name, empty if not asked or not given",
  'leads[].email': 'Their address',
  'leads[].phone': 'Their telephone number, empty if not asked or not given',
  'leads[].body': 'The message, empty if not asked or not given',
  'incentive.text': 'The reward for a review, empty if there is none or if rewards differ by product',
  'incentive.terms': 'The terms of the offer, empty if there are none',
  'products[].incentive.text':
    'The reward for a review of this product, if rewards differ by product; empty if there is none',
  'products[].incentive.terms': 'The terms of that offer, empty if there are none',
  'reward.code': 'The code that the customer gets',
  'reward.text': 'The offer that was promised',
  'reward.terms': 'The terms of the offer, empty if there are none',
  'decision.outcome': '`rejected`, or of an objection `upheld` or `overturned`',
  'decision.reason': 'The reason for the rejection, in a sentence; empty for an appeal',
  'decision.note': 'Your note on the appeal, empty if none',
  receiptUrl: 'The page where the author checks, corrects or withdraws the review, empty without one',
  appealUrl: 'The page with the rules and the appeal form, empty after the deadline',
  'reply.body': 'What you replied',
  'reply.authorName': 'The person who signed the reply, empty if nobody did',
}

export type Variable = { name: string; description: string; sample: string | null }

export function listVariables(sample: unknown, path = ''): Variable[] {
  if (Array.isArray(sample)) {
    const [first] = sample
    return [described(path, null), ...(typeof first === 'object' ? listVariables(first, `${path}[]`) : [])]
  }
  if (typeof sample !== 'object' || sample === null) return [described(path, sample)]
  if (Object.keys(sample).every((key) => /^\d+$/.test(key))) return [described(path, null)]
  return Object.entries(sample).flatMap(([key, value]) => listVariables(value, path === '' ? key : `${path}.${key}`))
}

function described(name: string, sample: unknown): Variable {
  const description = descriptions[name]
  if (description === undefined) throw new Error(`The template variable ${name} has no description.`)
  return { name, description, sample: sample === null || sample === undefined ? null : String(sample) }
}
