// Makes a photo of our own out of whatever a stranger's server sent: the content decides what it is, nothing of the
// original file survives but its pixels, and no more of those than a page shows.

export type Photo = { file: Buffer; width: number; height: number }

/** Why a file is no photo; in words for a log. */
export class NotAPhoto extends Error {}

const readable = ['jpeg', 'png', 'webp']
const maxPixels = 40_000_000
const longestSide = 1600

export async function reencode(original: Buffer): Promise<Photo> {
  // Loaded when the first photo comes: a service that meets none should not hold an image library in memory.
  const { default: sharp } = await import('sharp')
  // No photo comes twice, so what the library would keep of it is only held memory.
  sharp.cache(false)
  try {
    const image = sharp(original, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    const { format, width, height } = await image.metadata()
    if (!readable.includes(format)) throw new NotAPhoto(`It is ${format}.`)
    // The decoder checks too, but only what it decodes: a header may promise more.
    if (width * height > maxPixels) throw new NotAPhoto('It has too many pixels.')
    const { data, info } = await image
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { file: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof NotAPhoto) throw error
    throw new NotAPhoto((error as Error).message.slice(0, 200), { cause: error })
  }
}
