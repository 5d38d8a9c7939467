// The bytes decide the type, before any decoder reads the file. The file's name and declared type are ignored.

export type PictureKind = 'jpeg' | 'png' | 'webp'

/** `reason` is for programs; the message is for the person who chose the file. */
export class NotAPhoto extends Error {
  readonly reason: 'empty' | 'kind' | 'pixels' | 'damaged'
  constructor(reason: NotAPhoto['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export function detectKind(file: Buffer): PictureKind {
  if (file.length === 0) throw new NotAPhoto('empty', 'The file is empty.')
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return requireFewScans(file)
  if (file.subarray(0, 8).equals(pngStart)) return 'png'
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  throw new NotAPhoto('kind', 'Only photos in JPEG, PNG or WebP format are supported.')
}

const maxScans = 200
const scanStart = Buffer.of(0xff, 0xda)

/**
 * A progressive JPEG redraws its whole picture with every scan. Cameras write about ten; a file of ten megabytes can
 * contain many thousands and occupy a decoder for an hour.
 */
function requireFewScans(file: Buffer): 'jpeg' {
  let scans = 0
  for (let at = file.indexOf(scanStart); at >= 0; at = file.indexOf(scanStart, at + 2)) {
    if (++scans > maxScans)
      throw new NotAPhoto('damaged', 'Cannot read this photo: its structure is unusual. Export it again.')
  }
  return 'jpeg'
}
