import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

const at = '2026-01-02T10:00:00.000Z'
const productId = '0195a1b2-0000-7000-8000-00000000a001'
const product = {
  id: productId,
  platform_product_id: 'mug-01',
  title: 'Stoneware mug',
  handle: null,
  url: 'https://shop.example.com/products/mug',
  image_url: null,
  description: null,
  status: 'active',
  categories: [],
  requests_excluded: false,
  fingerprint: null,
  created_at: at,
  updated_at: at,
}
const review = {
  product_id: productId,
  rating: 5,
  body: 'Holds tea.',
  author_name: 'Ida',
  status: 'approved',
  source: 'api',
  submitted_at: at,
  approved_at: at,
  created_at: at,
  updated_at: at,
}

export const reviewId = (at: number) => `0195a1b2-0000-7000-8000-${(0xb001 + at).toString(16).padStart(12, '0')}`

export async function smallArchive(reviews = 1): Promise<Buffer> {
  const rows = Array.from({ length: reviews }, (_, i) => ({ ...review, id: reviewId(i) }))
  const lines = rows.map((row) => `${JSON.stringify({ table: 'reviews', row })}\n`).join('')
  const files = [
    { path: 'data/products.jsonl', content: Buffer.from(`${JSON.stringify({ table: 'products', row: product })}\n`) },
    { path: 'data/reviews.jsonl', content: Buffer.from(lines) },
  ]
  const listed = files.map(({ path, content }) => ({
    path,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }))
  const manifest = { format: 'evident-archive', schemaVersion: 1, store: { name: 'Acme Outlet' }, files: listed }
  const zip = new yazl.ZipFile()
  const mtime = new Date(at)
  for (const { path, content } of files) zip.addBuffer(content, path, { mtime })
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json', { mtime })
  zip.end()
  return buffer(zip.outputStream as unknown as Readable)
}
