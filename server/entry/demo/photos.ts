// Takes the photos of the demo shop: draws a thing in a place, in some light, and develops it the way a telephone
// would, out of focus behind and with a little grain. The same seed gives the same picture.

import sharp from 'sharp'
import type { Subject } from './goods.ts'
import { camp } from './photos/camp.ts'
import { clothing } from './photos/clothing.ts'
import { cooking } from './photos/cooking.ts'
import { cups } from './photos/cups.ts'
import { developed, softness } from './photos/develop.ts'
import { gear } from './photos/gear.ts'
import { home } from './photos/home.ts'
import { ellipse, type Ink, ink, num, path, type View } from './photos/ink.ts'
import { indoorProps, outdoorProps } from './photos/props.ts'
import { type Place, type Scene, scene } from './photos/scenes.ts'
import type { Sitter } from './photos/sitter.ts'
import { type Random, random } from './random.ts'

const sitters = { ...camp, ...gear, ...cups, ...cooking, ...clothing, ...home } as Record<Subject, Sitter>

export type Photo = { data: Buffer; width: number; height: number; contentType: 'image/jpeg' | 'image/webp' }

export type PhotoOptions = { subject: Subject; colour: string; seed: string; format?: 'jpeg' | 'webp' }

const square = [900, 900] as const
const upright = [800, 1000] as const
const lying = [1000, 800] as const

/** A buyer's photo: any of the places the thing belongs in, upright, square or lying. */
export function customerPhoto(options: PhotoOptions): Promise<Photo> {
  const chance = random(`photo/${options.seed}`)
  const place = chance.pick(sitters[options.subject].places)
  // What hangs is tall, so it is taken upright.
  const [width, height] = sitters[options.subject].hangs ? upright : chance.pick([square, upright, upright, lying])
  return develop(options, place, width, height, chance)
}

/** The shop's own picture: the thing alone before paper, where it can stand alone. */
export function productPhoto(options: PhotoOptions): Promise<Photo> {
  const sitter = sitters[options.subject]
  const isFree = sitter.height > 0 && !sitter.hangs && !sitter.isRooted
  const place = isFree ? 'studio' : sitter.places[0]
  return develop(options, place ?? 'studio', 900, 900, random(`product/${options.seed}`))
}

async function develop(
  options: PhotoOptions,
  place: Place,
  width: number,
  height: number,
  chance: Random,
): Promise<Photo> {
  const setting = scene(place, chance.branch('light'))
  const [soft, crisp] = [ink(setting.light), ink(setting.light)]
  setting.paint(soft, crisp, chance.branch('scene'))
  const middle = pose(soft, crisp, setting, options, chance.branch('pose'))
  const view = framing(width, height, middle, chance.branch('frame'))
  const [behind, before] = await Promise.all([
    drawn(soft.svg(view, width / softness, height / softness))
      .removeAlpha()
      .blur(1.1)
      .raw()
      .toBuffer(),
    drawn(crisp.svg(view, width, height))
      .ensureAlpha()
      .raw()
      .toBuffer(),
  ])
  const pixels = developed({ behind, before, width, height, light: setting.light })
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  const isWebp = options.format === 'webp'
  const data = await (isWebp ? picture.webp({ quality: 82, effort: 1 }) : picture.jpeg({ quality: 84 })).toBuffer()
  return { data, width, height, contentType: isWebp ? 'image/webp' : 'image/jpeg' }
}

const drawn = (svg: string) => sharp(Buffer.from(svg))

/** Puts the thing on its place, with the shadow it throws there; answers the height the camera should look at. */
function pose(soft: Ink, crisp: Ink, setting: Scene, { subject, colour }: PhotoOptions, chance: Random): number {
  const sitter = sitters[subject]
  const isFlat = setting.base === 450
  const scale = (sitter.scale ?? 1) * chance.between(0.86, 1.06)
  const x = 450 + chance.between(-44, 44)
  const y = sitter.hangs ? 790 + chance.between(-16, 16) : setting.base + chance.between(-6, isFlat ? 20 : 36)
  if (!isFlat) throwShadow(soft, crisp, setting, sitter, x, y, scale)
  if (!isFlat && !sitter.hangs && sitter.reach < 240 && !sitter.isRooted && !setting.isBare && chance.chance(0.5))
    beside(soft, crisp, setting, sitter.reach * scale, x, y, chance.branch('prop'))
  const tilt = chance.between(-2, 2)
  crisp.within(`translate(${num(x)} ${num(y)}) scale(${scale.toFixed(3)}) rotate(${num(tilt)})`, () => {
    sitter.draw(crisp, colour, chance.branch('thing'), setting.light)
  })
  // The camera looks at the thing's middle, but never so low that the place is lost.
  return isFlat || sitter.hangs ? 460 : Math.min(560, (y - sitter.height * scale * 0.5) * 0.6 + 470 * 0.4)
}

function throwShadow(
  soft: Ink,
  crisp: Ink,
  setting: Scene,
  sitter: Omit<Sitter, 'draw' | 'places'>,
  x: number,
  y: number,
  scale: number,
) {
  const { light, shadow, shadowOpacity: opacity } = setting
  const away = -light.side
  const reach = sitter.reach * scale
  if (sitter.hangs) {
    soft.add(
      ellipse(
        x + away * 56,
        y - 290 * scale,
        reach * 1.25,
        340 * scale,
        soft.radial([
          [0, shadow, opacity],
          [0.7, shadow, opacity * 0.6],
          [1, shadow, 0],
        ]),
      ),
    )
    return
  }
  const far = sitter.height * scale * 0.62
  const fade: [number, string, number][] = [
    [0, shadow, opacity * 1.1],
    [1, shadow, 0],
  ]
  const fill = away > 0 ? soft.linear(fade) : soft.linear(fade, 1, 0, 0, 0)
  const [near, tip] = [x + away * reach * 0.5, x + away * (reach + far)]
  soft.add(
    path(
      `M${num(x - away * reach)} ${num(y + 4)}Q${num(x)} ${num(y - 22)} ${num(near)} ${num(y - 20)}L${num(tip)} ${num(y + 8)}Q${num(tip + away * 30)} ${num(y + 40)} ${num(tip - away * 60)} ${num(y + 56)}L${num(x)} ${num(y + 34)}Z`,
      fill,
    ),
  )
  soft.add(
    ellipse(
      x,
      y + 8,
      reach * 1.22,
      36 * scale,
      soft.radial([
        [0, shadow, opacity * 1.4],
        [0.6, shadow, opacity],
        [1, shadow, 0],
      ]),
    ),
  )
  crisp.add(
    ellipse(
      x,
      y + 3,
      reach * 1.04,
      15 * scale,
      crisp.radial([
        [0, shadow, 0.75],
        [0.75, shadow, 0.5],
        [1, shadow, 0],
      ]),
    ),
  )
}

/** Lets some other thing lie there too, a little further back. */
function beside(soft: Ink, crisp: Ink, setting: Scene, reach: number, x: number, y: number, chance: Random) {
  const prop = chance.pick(setting.isOutside ? outdoorProps : indoorProps)
  const side = chance.pick([-1, 1])
  const [px, py] = [x + side * (reach + prop.reach * 0.8 + chance.between(20, 90)), y - chance.between(16, 44)]
  throwShadow(soft, crisp, setting, { reach: prop.reach, height: prop.reach }, px, py, 0.9)
  crisp.within(`translate(${num(px)} ${num(py)}) scale(0.9)`, () => prop.draw(crisp, chance, setting.light))
}

/** What part of the scene is in the picture: a step nearer or further, a little off centre. */
function framing(width: number, height: number, middle: number, chance: Random): View {
  const zoom = chance.between(0.76, 0.95)
  const [viewWidth, viewHeight] = [width * zoom, height * zoom]
  const [x, y] = [450 + chance.between(-26, 26), middle + chance.between(-20, 20)]
  return {
    x: Math.round(x - viewWidth / 2),
    y: Math.round(y - viewHeight / 2),
    width: Math.round(viewWidth),
    height: Math.round(viewHeight),
  }
}
