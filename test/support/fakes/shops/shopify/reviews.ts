// Imitates the fields and objects of Shopify that show ratings and reviews: standard metafields of products, and the standard
// metaobject `product_review`, whose fields and types are Shopify's own.
import { connection } from './graph.ts'
import { type FakeProduct, findProduct, nextId, type ShopData } from './model.ts'

type Metafield = { ownerId: string; namespace: string; key: string; type: string; value: string }
type Field = { key: string; value: string }
export type FakeReview = { id: string; handle: string; fields: Field[]; status: string }

const templates = [
  ['reviews', 'rating'],
  ['reviews', 'rating_count'],
  ['facts', 'isbn'],
].map(([namespace, key], at) => ({
  ...{ id: `gid://shopify/StandardMetafieldDefinitionTemplate/${at + 1}`, namespace, key },
  ownerTypes: ['PRODUCT'],
}))

const reviewFields = [
  ...['rating', 'title', 'body', 'submitted_at', 'published_at', 'edited_at', 'source', 'author'],
  ...['author_display_name', 'order', 'product', 'product_variant', 'merchant_reply', 'merchant_replied_at'],
  ...['media_urls', 'language', 'app_verification_status'],
].sort()

/** Every field of the definition, in Shopify's order and spelling: times without milliseconds, JSON without spaces. */
const reviewView = ({ id, handle, fields }: FakeReview) => {
  const values = new Map(fields.map(({ key, value }) => [key, value]))
  return { id, handle, fields: reviewFields.map((key) => ({ key, value: spell(key, values.get(key) ?? null) })) }
}

const spell = (key: string, value: string | null): string | null => {
  if (value === null) return null
  if (key === 'rating') return JSON.stringify(JSON.parse(value), ['scale_min', 'scale_max', 'value'])
  if (key === 'media_urls') return value.replaceAll('","', '", "')
  return key.endsWith('_at') ? value.replace(/(\.\d+)?Z$/, '+00:00') : value
}

const isRating = (value: string, isPrecise = true): boolean => {
  try {
    const { value: stars, scale_min: least, scale_max: most } = JSON.parse(value)
    const isText = [stars, least, most].every((each) => typeof each === 'string')
    return isText && Number(stars) >= Number(least) && Number(stars) <= Number(most) && isPrecise
  } catch {
    return false
  }
}

export function createReviewData(data: ShopData) {
  const state = {
    definitions: new Set<string>(),
    reviews: new Map<string, FakeReview>(),
    /** Refuses every review with this code while set. */
    refusal: undefined as string | undefined,
    writes: 0,
  }
  const product = (gid: string): FakeProduct | undefined => findProduct(data, Number(gid.split('/').at(-1)))

  function setOne({ ownerId, namespace, key, type, value }: Metafield) {
    const owner = product(ownerId)
    if (!owner) return 'INVALID'
    if (namespace === 'reviews' && !state.definitions.has(key)) return 'INVALID_TYPE'
    if (key === 'rating' && (type !== 'rating' || !isRating(value))) return 'INVALID_VALUE'
    if (key === 'rating_count' && (type !== 'number_integer' || !/^\d+$/.test(value))) return 'INVALID_VALUE'
    owner.metafields[`${namespace}.${key}`] = value
    return undefined
  }

  const root = {
    metafieldsSet({ metafields }: { metafields: Metafield[] }) {
      state.writes++
      if (metafields.length > 25) return { metafields: null, userErrors: [{ code: 'LESS_THAN_OR_EQUAL_TO' }] }
      const errors = metafields.flatMap((each) => setOne(each) ?? [])
      if (errors.length > 0) return { metafields: null, userErrors: errors.map((code) => ({ code })) }
      const made = metafields.map(({ key, value }) => ({ id: `gid://shopify/Metafield/${nextId()}`, key, value }))
      return { metafields: made, userErrors: [] }
    },
    metafieldsDelete({ metafields }: { metafields: { ownerId: string; namespace: string; key: string }[] }) {
      state.writes++
      for (const { ownerId, namespace, key } of metafields) delete product(ownerId)?.metafields[`${namespace}.${key}`]
      return { deletedMetafields: metafields.map(({ key }) => ({ key })), userErrors: [] }
    },
    standardMetafieldDefinitionTemplates: () => ({ nodes: templates }),
    metafieldDefinitions: () => ({ nodes: [...state.definitions].map((key) => ({ key })) }),
    standardMetafieldDefinitionEnable({ id }: { id: string }) {
      const template = templates.find((each) => each.id === id)
      if (!template) return { createdDefinition: null, userErrors: [{ code: 'TEMPLATE_NOT_FOUND' }] }
      if (state.definitions.has(template.key ?? '')) return { createdDefinition: null, userErrors: [{ code: 'TAKEN' }] }
      state.definitions.add(template.key ?? '')
      return { createdDefinition: { id: `gid://shopify/MetafieldDefinition/${nextId()}` }, userErrors: [] }
    },
    metaobjectUpsert({
      handle,
      metaobject,
    }: {
      handle: { type: string; handle: string }
      metaobject: { fields: Field[]; capabilities?: { publishable?: { status: string } } }
    }) {
      state.writes++
      const refusal = state.refusal ?? judge(handle, metaobject.fields)
      if (refusal) return { metaobject: null, userErrors: [{ code: refusal }] }
      const before = state.reviews.get(handle.handle)
      // Fields that the call leaves out stay. An empty value deletes a field.
      const sent = new Map(metaobject.fields.map(({ key, value }) => [key, value]))
      const kept = (before?.fields ?? []).filter(({ key }) => !sent.has(key))
      const review = {
        id: before?.id ?? `gid://shopify/Metaobject/${nextId()}`,
        handle: handle.handle,
        fields: [...kept, ...metaobject.fields.filter(({ value }) => value !== '')],
        status: metaobject.capabilities?.publishable?.status ?? before?.status ?? 'DRAFT',
      }
      state.reviews.set(handle.handle, review)
      return { metaobject: reviewView(review), userErrors: [] }
    },
    metaobjectByHandle: ({ handle }: { handle: { handle: string } }) => state.reviews.get(handle.handle) ?? null,
    metaobjectDelete({ id }: { id: string }) {
      state.writes++
      const found = [...state.reviews.values()].find((each) => each.id === id)
      if (!found) return { deletedId: null, userErrors: [{ code: 'RECORD_NOT_FOUND' }] }
      state.reviews.delete(found.handle)
      return { deletedId: id, userErrors: [] }
    },
    metaobjects: (given: object) => connection([...state.reviews.values()].map(reviewView), ({ id }) => id, given),
  }

  function judge({ type, handle }: { type: string; handle: string }, fields: readonly Field[]): string | undefined {
    const before = state.reviews.get(handle)?.fields ?? []
    const values = new Map([...before, ...fields].map(({ key, value }) => [key, value]))
    if (type !== 'product_review') return 'INVALID_TYPE'
    if (fields.some(({ key }) => !reviewFields.includes(key))) return 'UNDEFINED_OBJECT_FIELD'
    if (!['rating', 'submitted_at', 'source'].every((key) => values.get(key))) return 'OBJECT_FIELD_REQUIRED'
    if (!isRating(values.get('rating') ?? '')) return 'INVALID_VALUE'
    return ['product', 'order', 'author'].every((key) => refersTo(key, values.get(key))) ? undefined : 'INVALID_VALUE'
  }

  /** True if the shop has the referenced object, or the field is empty. Every review names its product. */
  function refersTo(key: string, gid: string | undefined): boolean {
    if (key === 'product') return product(gid ?? '') !== undefined
    if (!gid) return true
    const orders = [...data.orders.values()]
    if (key === 'order') return orders.some(({ id }) => gid === `gid://shopify/Order/${id}`)
    return orders.some(({ customerId }) => customerId !== null && gid === `gid://shopify/Customer/${customerId}`)
  }

  return { state, root }
}
