import sharp from 'sharp'
import { newPhotoKey, type Variant, variantKey } from '#platform/files/images/keys.ts'
import { processPhoto } from '#platform/files/images/processing.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import type { Shop, TestService } from '#test/service.ts'

const shapes = [
  [900, 600],
  [600, 900],
  [700, 700],
  [900, 500],
  [600, 750],
] as const
const colours = ['#b4552d', '#2f6f6a', '#6a4c93', '#c9a227', '#3b5d8f', '#7a8b3a'] as const

type Photo = {
  author?: string
  source?: 'widget_form' | 'import'
  incentive?: 'coupon'
  product?: string
  at?: string
}

export async function addGalleryPhotos(service: TestService, shop: Shop, wanted: readonly Photo[]): Promise<string[]> {
  const { services, db } = service.service
  const ids: string[] = []
  for (const [i, { author = 'Jane D.', source = 'widget_form', incentive, product = 'mug', at }] of wanted.entries()) {
    const review = await addReview(service, shop, {
      productId: await addProduct(shop, product),
      status: 'approved',
      authorName: author,
      source,
      incentive: incentive ?? null,
      ...(at && { createdAt: at, submittedAt: at }),
    })
    const { file, width, height, variants } = await processPhoto(await makePicture(i))
    const key = newPhotoKey(shop.storeEnvId, services.clock.now())
    await services.storage.put(key, file)
    for (const [variant, bytes] of Object.entries(variants))
      await services.storage.put(variantKey(key, variant as Variant), bytes)
    const ready = { storageKey: key, width, height, variants: Object.keys(variants) as Variant[] }
    await db.store(shop, 'write', (tx) => addPhotos(tx, review, [ready]))
    ids.push((await shop.api.get(`/reviews/${review}`)).body.photos[0].id)
  }
  return ids
}

function makePicture(i: number): Promise<Buffer> {
  const [width, height] = shapes[i % shapes.length] ?? shapes[0]
  const [low, high] = [colours[i % colours.length], colours[(i + 2) % colours.length]]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${low}"/>
    <circle cx="50%" cy="50%" r="30%" fill="${high}"/></svg>`
  return sharp(Buffer.from(drawing)).jpeg().toBuffer()
}
