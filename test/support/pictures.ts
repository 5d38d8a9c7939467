import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Makes random noise, which compresses as badly as a photo. */
export const photo = (width = 64, height = 48) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

export const plain = (width: number, height: number, background = '#a06030') =>
  sharp({ create: { width, height, channels: 3, background } })

/** Makes a PNG that declares this size and contains almost no data. */
export function bombPng(width = 30_000, height = 30_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit of gray for each pixel. At most 4,000 rows are written, because all would be a hundred megabytes of zeros.
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * Math.min(height, 4_000))
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    start,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Makes a progressive JPEG whose last scan is repeated. */
export async function manyScans(times: number): Promise<Buffer> {
  const file = await photo(200, 200).jpeg({ progressive: true }).toBuffer()
  const last = file.lastIndexOf(Buffer.of(0xff, 0xda))
  const scan = file.subarray(last, file.length - 2)
  return Buffer.concat([
    file.subarray(0, file.length - 2),
    ...Array.from({ length: times }, () => scan),
    Buffer.of(0xff, 0xd9),
  ])
}
