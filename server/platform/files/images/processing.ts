// The stored file contains only the pixels of an uploaded file. Oversized pictures are refused before decoding.
import type { Sharp } from 'sharp'
import type { Variant } from './keys.ts'
import { detectKind, NotAPhoto } from './kind.ts'

export const maxPhotoBytes = 10 * 1024 * 1024
export const maxPhotoPixels = 40_000_000

export type Photo = { file: Buffer; width: number; height: number; variants: Partial<Record<Variant, Buffer>> }

const sides = { full: 1600, logo: 800, card: 640, thumb: 160 }
const slowestSeconds = 20

// Effort 2 takes half the default's time and makes files no larger (1600 px: 98 ms against 198 ms).
const webp = (quality: number) => ({ quality, effort: 2 })
// AVIF is as close to the original as WebP, and the file is 47 % smaller for cards, 32 % for whole photos. Effort 2
// takes 50 % longer than effort 1, for no smaller file. The default effort takes 4 s.
const avif = { quality: 52, effort: 1 }

export async function processPhoto(original: Buffer): Promise<Photo> {
  const kind = detectKind(original)
  const sharp = await library()
  const { data, info } = await asPhoto(async () => {
    const options = { limitInputPixels: maxPhotoPixels, failOn: 'error', pages: 1 } as const
    const image = sharp(original, options)
    const { format, width, height } = await image.metadata()
    if (format !== kind) throw new NotAPhoto('kind', 'Only photos in JPEG, PNG or WebP format are supported.')
    // The decoder's pixel limit covers only what it decodes. The header may claim larger dimensions, so we check them too.
    if (width * height > maxPhotoPixels) throw tooManyPixels()
    return image
      .autoOrient()
      .toColourspace('srgb')
      .resize(within(sides.full))
      .timeout({ seconds: slowestSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
  })
  // The original is decoded once. Everything below starts from the reduced image of a few megapixels.
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const file = await pixels().webp(webp(82)).toBuffer()
  return { file, width, height, variants: await small(pixels, sharp.strategy.attention) }
}

export async function makeVariants(file: Buffer, wanted: readonly Variant[]): Promise<Photo['variants']> {
  detectKind(file)
  const sharp = await library()
  const photo = () =>
    sharp(file, { limitInputPixels: maxPhotoPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .timeout({ seconds: slowestSeconds })
  return asPhoto(async () => {
    const made: Photo['variants'] = {}
    const isWanted = (variant: Variant) => wanted.includes(variant)
    if (isWanted('thumb.webp')) made['thumb.webp'] = await makeThumb(photo, sharp.strategy.attention)
    if (isWanted('card.webp')) made['card.webp'] = await makeCard(photo)
    if (isWanted('card.avif')) made['card.avif'] = await photo().resize(within(sides.card)).avif(avif).toBuffer()
    if (isWanted('full.avif')) made['full.avif'] = await photo().resize(within(sides.full)).avif(avif).toBuffer()
    return made
  })
}

/** Makes a PNG, because many mail programs cannot show WebP. The PNG is twice as wide as its largest display in a mail. */
export async function makeLogo(file: Buffer): Promise<Buffer> {
  detectKind(file)
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

const small = async (pixels: () => Sharp, attention: number): Promise<Photo['variants']> => ({
  'thumb.webp': await makeThumb(pixels, attention),
  'card.webp': await makeCard(pixels),
})

function makeThumb(pixels: () => Sharp, attention: number): Promise<Buffer> {
  const square = { width: sides.thumb, height: sides.thumb, fit: 'cover', position: attention } as const
  return pixels().resize(square).webp(webp(78)).toBuffer()
}

const makeCard = (pixels: () => Sharp): Promise<Buffer> => pixels().resize(within(sides.card)).webp(webp(80)).toBuffer()

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

const tooManyPixels = (cause?: unknown) =>
  new NotAPhoto(
    'pixels',
    `The photo has more than ${maxPhotoPixels / 1_000_000} megapixels. Choose a smaller one.`,
    cause,
  )

/** The library is loaded with the first photo, so that a service without photos saves its memory. */
async function library() {
  const { default: sharp } = await import('sharp')
  // No photo is processed twice, so the library's cache would waste memory.
  sharp.cache(false)
  return sharp
}

async function asPhoto<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotAPhoto) throw error
    if (/pixel limit|dimensions? (?:exceed|too)/i.test((error as Error).message)) throw tooManyPixels(error)
    throw new NotAPhoto('damaged', 'The photo is damaged. Choose another one.', error)
  }
}
