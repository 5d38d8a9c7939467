import assert from 'node:assert/strict'
import test from 'node:test'
import sharp from 'sharp'
import { catalogue } from './catalogue.ts'
import { customerPhoto, type Photo, productPhoto } from './photos.ts'
import { at } from './random.ts'

const mug = { subject: 'mug', colour: '#8fb0c4', seed: 'one' } as const

test('the same seed gives the same picture, another seed another one', async () => {
  const [once, again, other] = await Promise.all([
    customerPhoto(mug),
    customerPhoto(mug),
    customerPhoto({ ...mug, seed: 'two' }),
  ])
  assert.ok(once.data.equals(again.data))
  assert.ok(!once.data.equals(other.data))
})

test('a picture is the JPEG or WebP it says it is, in the size it says', async () => {
  for (const format of ['jpeg', 'webp'] as const) {
    const photo = await customerPhoto({ ...mug, format })
    const found = await sharp(photo.data).metadata()
    assert.deepEqual([found.format, found.width, found.height], [format, photo.width, photo.height])
    assert.equal(photo.contentType, `image/${format}`)
    assert.ok(photo.data.length > 10_000 && photo.data.length < 400_000)
  }
})

test('every sort of thing can be photographed, and no picture comes out empty', async () => {
  const first = new Map(catalogue().map(({ subject, variants }) => [subject, at(variants, 0).colour]))
  for (const [subject, colour] of first) {
    for (const take of [customerPhoto, productPhoto]) {
      const photo = await take({ subject, colour, seed: subject })
      // A drawing that failed is one even grey.
      const spread = (await colours(photo)).map(({ stdev }) => stdev)
      assert.ok(Math.min(...spread) > 10, `${take.name} of a ${subject} is flat`)
    }
  }
})

test('the variant bought is the one in the picture', async () => {
  const middle = async (colour: string) => {
    const photo = await productPhoto({ subject: 'backpack', colour, seed: 'same' })
    const box = { left: photo.width / 2 - 100, top: photo.height / 2 - 60, width: 200, height: 120 }
    const [red = 0, , blue = 0] = (await colours(photo, box)).map(({ mean }) => mean)
    return red - blue
  }
  assert.ok((await middle('#c8962e')) > 50)
  assert.ok((await middle('#2c3a6b')) < 0)
})

async function colours({ data }: Photo, box?: { left: number; top: number; width: number; height: number }) {
  const part = box ? sharp(data).extract(box) : sharp(data).resize(90)
  // Statistics are those of the input, whatever is to be done with it, so the part becomes an input first.
  return (await sharp(await part.png().toBuffer()).stats()).channels
}
