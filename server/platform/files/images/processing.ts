// Makes photos of our own out of a stranger's file: nothing of the original survives but its pixels, turned upright and in the
// colours every screen knows, and no more of those than a page shows. Refuses what is too large before decoding it.
import type { Sharp } from 'sharp'
import type { Variant } from './keys.ts'
import { kindOf, NotAPhoto } from './kind.ts'

export const maxPhotoBytes = 10 * 1024 * 1024
export const maxPhotoPixels = 40_000_000

export type Photo = { file: Buffer; width: number; height: number; variants: Partial<Record<Variant, Buffer>> }

const sides = { full: 1600, logo: 800, card: 640, thumb: 160 }
const slowestSeconds = 20

// Effort 2 is twice as fast as the default, and no larger (1600 px: 98 ms against 198).
const webp = (quality: number) => ({ quality, effort: 2 })
// Of the same likeness as the WebP, and smaller: 47 % for cards, 32 % for whole photos. Effort 2 takes half as long again
// and saves nothing; the default takes 4 s.
const avif = { quality: 52, effort: 1 }

/** The photo with all that a page needs at once. Throws `NotAPhoto`. */
export async function processPhoto(original: Buffer): Promise<Photo> {
  const kind = kindOf(original)
  const sharp = await library()
  const { data, info } = await asPhoto(async () => {
    const options = { limitInputPixels: maxPhotoPixels, failOn: 'error', pages: 1 } as const
    const image = sharp(original, options)
    const { format, width, height } = await image.metadata()
    if (format !== kind) throw new NotAPhoto('kind', 'Only photos in JPEG, PNG or WebP format can be used.')
    // The decoder checks too, but only what it decodes: a header may promise more.
    if (width * height > maxPhotoPixels) throw tooManyPixels()
    return image
      .autoOrient()
      .toColourspace('srgb')
      .resize(within(sides.full))
      .timeout({ seconds: slowestSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
  })
  // Decoded once: what follows is made from a few megapixels at most.
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const file = await pixels().webp(webp(82)).toBuffer()
  return { file, width, height, variants: await small(pixels, sharp.strategy.attention) }
}

/** The variants of a photo that is ours already and was kept without them. */
export async function makeVariants(file: Buffer, wanted: readonly Variant[]): Promise<Photo['variants']> {
  kindOf(file)
  const sharp = await library()
  const photo = () =>
    sharp(file, { limitInputPixels: maxPhotoPixels, failOn: 'error' }).timeout({ seconds: slowestSeconds })
  return asPhoto(async () => {
    const made: Photo['variants'] = {}
    const isWanted = (variant: Variant) => wanted.includes(variant)
    if (isWanted('thumb.webp') || isWanted('card.webp'))
      Object.assign(made, await small(photo, sharp.strategy.attention))
    if (isWanted('card.avif')) made['card.avif'] = await photo().resize(within(sides.card)).avif(avif).toBuffer()
    if (isWanted('full.avif')) made['full.avif'] = await photo().resize(within(sides.full)).avif(avif).toBuffer()
    return made
  })
}

/** A picture of ours as all mail programs show it: many know no WebP. Twice as wide as it ever stands in a mail. */
export async function makeLogo(file: Buffer): Promise<Buffer> {
  kindOf(file)
  const sharp = await library()
  const options = { limitInputPixels: maxPhotoPixels, failOn: 'error' } as const
  return asPhoto(() =>
    sharp(file, options)
      .timeout({ seconds: slowestSeconds })
      .resize(within(sides.logo))
      .png({ palette: true })
      .toBuffer(),
  )
}

async function small(pixels: () => Sharp, attention: number): Promise<Photo['variants']> {
  const square = { width: sides.thumb, height: sides.thumb, fit: 'cover', position: attention } as const
  return {
    'thumb.webp': await pixels().resize(square).webp(webp(78)).toBuffer(),
    'card.webp': await pixels().resize(within(sides.card)).webp(webp(80)).toBuffer(),
  }
}

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

const tooManyPixels = (cause?: unknown) =>
  new NotAPhoto('pixels', `The photo has more than ${maxPhotoPixels / 1_000_000} megapixels.`, cause)

/** Loaded when the first photo comes: a service that meets none should not hold an image library in memory. */
async function library() {
  const { default: sharp } = await import('sharp')
  // No photo comes twice, so what the library would keep of it is only held memory.
  sharp.cache(false)
  return sharp
}

/** Whatever the library says of a file is said about the file. */
async function asPhoto<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotAPhoto) throw error
    if (/pixel limit|dimensions? (?:exceed|too)/i.test((error as Error).message)) throw tooManyPixels(error)
    throw new NotAPhoto('damaged', 'The photo is damaged and cannot be read.', error)
  }
}
