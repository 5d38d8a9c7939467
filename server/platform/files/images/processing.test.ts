import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { bombPng, manyScans, photo, plain } from '#test/pictures.ts'
import { variants } from './keys.ts'
import { NotAPhoto } from './kind.ts'
import { makeVariants, processPhoto } from './processing.ts'

const facts = async (file: Buffer | undefined) => {
  const { format, width, height, space, depth, exif, icc, xmp, orientation, pages } = await sharp(file).metadata()
  return { format, width, height, space, depth, metadata: [exif, icc, xmp, orientation].filter(Boolean).length, pages }
}
const colourAt = async (file: Buffer, left: number, top: number) => [
  ...(await sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
]
const near = (actual: number[], expected: number[], by = 12) =>
  assert.ok(
    actual.every((value, i) => Math.abs(value - (expected[i] ?? 0)) <= by),
    `${actual} is not near ${expected}`,
  )

async function refusal(file: Buffer): Promise<string> {
  const error = await processPhoto(file).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof NotAPhoto, String(error))
  return error.reason
}

describe('a photo', () => {
  test('a photo is stored with at most 1600 pixels a side, a card and a square thumbnail', async () => {
    const made = await processPhoto(await photo(2400, 1200).jpeg().toBuffer())
    assert.deepEqual([made.width, made.height], [1600, 800])
    const [full, card, thumb] = await Promise.all(
      [made.file, made.variants['card.webp'], made.variants['thumb.webp']].map(facts),
    )
    assert.deepEqual([full?.format, full?.width, full?.height], ['webp', 1600, 800])
    assert.deepEqual([card?.format, card?.width, card?.height], ['webp', 640, 320])
    assert.deepEqual([thumb?.format, thumb?.width, thumb?.height], ['webp', 160, 160])
  })

  test('a photo that is small is never enlarged', async () => {
    const made = await processPhoto(await photo(90, 60).png().toBuffer())
    assert.deepEqual([made.width, made.height], [90, 60])
    const [card, thumb] = await Promise.all([made.variants['card.webp'], made.variants['thumb.webp']].map(facts))
    assert.deepEqual([card?.width, card?.height], [90, 60])
    assert.ok((thumb?.width ?? 0) <= 160 && (thumb?.height ?? 0) <= 160)
  })

  test('a photo is turned upright and loses all metadata', async () => {
    const taken = await plain(400, 200)
      .withExif({
        IFD0: { Artist: 'Jane Doe', Copyright: '<script>alert(1)</script>' },
        IFD3: { GPSLatitude: '52/1 31/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    assert.match(taken.toString('latin1'), /Jane Doe/)
    const made = await processPhoto(taken)
    assert.deepEqual([made.width, made.height], [200, 400])
    for (const file of [made.file, ...Object.values(made.variants)]) {
      assert.equal((await facts(file)).metadata, 0)
      assert.doesNotMatch(file.toString('latin1'), /Jane|script|secret|Exif|xmp/i)
    }
  })

  test('a photo in another colour space is converted to sRGB', async () => {
    const red = { r: 200, g: 30, b: 30 }
    const base = () => sharp({ create: { width: 40, height: 40, channels: 3, background: red } })
    const sources = {
      cmyk: await base().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      p3: await base().withIccProfile('p3').png().toBuffer(),
      '16 bit': await base().toColourspace('rgb16').png().toBuffer(),
      palette: await base().png({ palette: true }).toBuffer(),
    }
    for (const [name, source] of Object.entries(sources)) {
      const made = await processPhoto(source)
      const { space, depth, metadata } = await facts(made.file)
      assert.deepEqual([space, depth, metadata], ['srgb', 'uchar', 0], name)
      near(await colourAt(made.file, 20, 20), [200, 30, 30], name === 'cmyk' ? 40 : 12)
    }
    const grey = await processPhoto(await base().greyscale().jpeg().toBuffer())
    assert.equal((await facts(grey.file)).space, 'srgb')
  })

  test('a photo keeps its transparent parts', async () => {
    const made = await processPhoto(
      await sharp({ create: { width: 30, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer(),
    )
    assert.equal((await sharp(made.file).metadata()).hasAlpha, true)
  })

  test('a photo with animation is reduced to its first frame', async () => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => plain(20, 20, colour).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, lossless: true })
      .toBuffer()
    assert.equal((await sharp(moving).metadata()).pages, 2)
    const made = await processPhoto(moving)
    assert.deepEqual([made.width, made.height], [20, 20])
    near(await colourAt(made.file, 10, 10), [255, 0, 0])
  })

  test('a photo with 40 megapixels is accepted, and a larger one is refused', async () => {
    const made = await processPhoto(await plain(8_000, 5_000).jpeg().toBuffer())
    assert.deepEqual([made.width, made.height], [1600, 1000])
    assert.equal(await refusal(await plain(8_001, 5_000).jpeg().toBuffer()), 'pixels')
  })

  test('a photo gets the requested variants, and its AVIF is smaller than its WebP', async () => {
    const made = await processPhoto(await photo(1200, 900).blur(2).jpeg().toBuffer())
    const more = await makeVariants(made.file, variants)
    assert.deepEqual(Object.keys(more).sort(), [...variants].sort())
    const [card, full] = await Promise.all([more['card.avif'], more['full.avif']].map(facts))
    assert.deepEqual([card?.format, card?.width, card?.height], ['heif', 640, 480])
    assert.deepEqual([full?.format, full?.width, full?.height], ['heif', 1200, 900])
    assert.ok((more['full.avif']?.length ?? 0) < made.file.length)
    assert.deepEqual(Object.keys(await makeVariants(made.file, ['card.avif'])), ['card.avif'])
  })
})

describe('a refused photo', () => {
  const html = '<html><script>alert(document.domain)</script></html>'
  const jpeg = () => photo().jpeg().toBuffer()

  test('a file of another kind is refused, under any name', async () => {
    const others: Record<string, Buffer> = {
      gif: await photo().gif().toBuffer(),
      tiff: await photo().tiff().toBuffer(),
      avif: await photo().avif({ effort: 0 }).toBuffer(),
      heic: Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(200)]),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
      html: Buffer.from(html),
      pdf: Buffer.from('%PDF-1.7\n%âãÏÓ'),
      bmp: Buffer.from('BM6\0\0\0\0\0\0\0'),
      'a byte before a JPEG': Buffer.concat([Buffer.of(0), await jpeg()]),
      'a GIF that is JavaScript': Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'),
      'a PDF with a JPEG inside': Buffer.concat([Buffer.from('%PDF-1.4\n'), await jpeg()]),
    }
    for (const [name, file] of Object.entries(others)) assert.equal(await refusal(file), 'kind', name)
    assert.equal(await refusal(Buffer.alloc(0)), 'empty')
  })

  test('a file with only the start of a photo is refused', async () => {
    const started: Record<string, Buffer> = {
      'a JPEG of three bytes': Buffer.of(0xff, 0xd8, 0xff),
      'HTML after a start of a JPEG': Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.from(html)]),
      'HTML after a start of a PNG': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(html)]),
      'a WebP of nothing': Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'),
      'half a JPEG': (await photo(500, 500).jpeg().toBuffer()).subarray(0, 9_000),
      'half a PNG': (await photo(500, 500).png().toBuffer()).subarray(0, 90_000),
      'half a WebP': (await photo(500, 500).webp().toBuffer()).subarray(0, 9_000),
      noise: Buffer.concat([
        Buffer.of(0xff, 0xd8, 0xff),
        Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256)),
      ]),
    }
    for (const [name, file] of Object.entries(started)) assert.equal(await refusal(file), 'damaged', name)
  })

  test('a small file that claims huge dimensions is refused before it is decoded', async () => {
    const bomb = bombPng()
    assert.ok(bomb.length < 100_000)
    const before = process.memoryUsage().rss
    assert.equal(await refusal(bomb), 'pixels')
    assert.ok(process.memoryUsage().rss - before < 50_000_000)
    assert.equal(await refusal(bombPng(6_325, 6_325)), 'pixels', 'just above the limit')
    assert.equal(await refusal(bombPng(6_000, 6_000)), 'damaged', 'within the limit, but not all there')
  })

  test('a JPEG with hundreds of scans is refused', async () => {
    assert.equal(await refusal(await manyScans(400)), 'damaged')
  })
})

test('data after or inside a photo is missing from the stored file', async () => {
  const html = '<script>alert(document.domain)</script>'
  const jpeg = await photo().jpeg().toBuffer()
  const comment = Buffer.concat([Buffer.of(0xff, 0xfe, 0, html.length + 2), Buffer.from(html)])
  const hostile = {
    'a page after the end': Buffer.concat([jpeg, Buffer.from(html)]),
    'a page in a comment': Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    'an archive after the end': Buffer.concat([jpeg, Buffer.from('PK\x03\x04 payload.js')]),
  }
  for (const [name, file] of Object.entries(hostile)) {
    const made = await processPhoto(file)
    for (const kept of [made.file, ...Object.values(made.variants)])
      assert.doesNotMatch(kept.toString('latin1'), /script|payload/, name)
  }
})
