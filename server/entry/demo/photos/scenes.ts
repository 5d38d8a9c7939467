// The places a photo is taken in. Each paints what lies behind on the soft layer, which comes out of focus, and what
// the thing stands on in sharp strokes, and says what light there is.

import type { Random } from '../random.ts'
import { flatGrass, flatLinen, flatStone, flatWood, planks } from './above.ts'
import { all, blades, type Painter, sunPatch, type Top } from './brush.ts'
import { darkGround, grass, jetty, moss, paving, sand } from './grounds.ts'
import type { Ink, Light } from './ink.ts'
import { moods } from './moods.ts'
import { bedWall, boardWall, cabinWall, kitchenWall, livingWall, plaster, studio, windowWall } from './rooms.ts'
import { floor, linenTop, nothing, rail, stoneTop, woodTop } from './tables.ts'
import { beach, forest, garden, lake, meadow, night } from './views.ts'

export type Place =
  | 'window'
  | 'kitchen'
  | 'living'
  | 'bedroom'
  | 'hall'
  | 'rail'
  | 'cabinRail'
  | 'cabin'
  | 'forest'
  | 'meadow'
  | 'lake'
  | 'beach'
  | 'night'
  | 'garden'
  | 'flatWood'
  | 'flatLinen'
  | 'flatStone'
  | 'flatGrass'
  | 'studio'

export type Scene = {
  light: Light
  /** Where things stand: the height of the line they touch the ground with. */
  base: number
  /** What the thing stands on, for the colour of shadows. */
  shadow: string
  shadowOpacity: number
  isOutside: boolean
  /** Nothing else lies about. */
  isBare?: boolean
  paint(soft: Ink, sharp: Ink, random: Random): void
}

type Mood = keyof typeof moods

export function scene(place: Place, random: Random): Scene {
  const pickLight = (...choices: Mood[]): Light => ({
    side: random.chance(0.5) ? -1 : 1,
    ...moods[random.pick(choices)],
  })
  switch (place) {
    case 'window':
      return indoors(pickLight('morning', 'golden', 'overcast'), windowWall, woodTop)
    case 'kitchen':
      return indoors(pickLight('morning', 'noon', 'overcast'), kitchenWall, random.chance(0.5) ? stoneTop : woodTop)
    case 'living':
      return indoors(pickLight('evening', 'golden', 'overcast'), livingWall, woodTop)
    case 'bedroom':
      return { ...indoors(pickLight('morning', 'overcast'), bedWall, linenTop), base: 730, isBare: true }
    case 'hall':
      return { ...indoors(pickLight('overcast', 'morning', 'golden'), boardWall, floor), base: 728 }
    case 'rail':
      return indoors(pickLight('overcast', 'morning', 'golden', 'noon'), random.chance(0.6) ? boardWall : plaster, rail)
    case 'cabinRail':
      return indoors(pickLight('evening', 'golden'), cabinWall, rail)
    case 'cabin':
      return { ...indoors(pickLight('evening', 'golden'), cabinWall, floor), base: 728 }
    case 'forest':
      return outdoors(pickLight('morning', 'overcast', 'golden'), forest, moss)
    case 'meadow':
      return outdoors(pickLight('noon', 'golden', 'overcast'), meadow, grass)
    case 'lake':
      return outdoors(pickLight('golden', 'morning', 'overcast'), lake, jetty)
    case 'beach':
      return outdoors(pickLight('noon', 'golden'), beach, sand)
    case 'garden':
      return outdoors(pickLight('noon', 'golden', 'overcast'), garden, paving)
    case 'night':
      return { ...outdoors(pickLight('night'), night, darkGround), shadowOpacity: 0.6 }
    case 'studio':
      return { ...indoors(pickLight('overcast', 'noon'), studio, nothing), shadowOpacity: 0.3, isBare: true }
    default:
      return fromAbove(pickLight('morning', 'golden', 'overcast', 'noon'), place)
  }
}

function indoors(light: Light, wall: Painter, top: Top): Scene {
  return { ...place(light, wall, top, 700), shadow: '#1d130d', shadowOpacity: 0.42, isOutside: false }
}

function outdoors(light: Light, view: Painter, ground: Top): Scene {
  return { ...place(light, view, ground, 740), shadow: '#12160f', shadowOpacity: 0.45, isOutside: true }
}

function place(light: Light, behind: Painter, top: Top, base: number): Pick<Scene, 'light' | 'base' | 'paint'> {
  return {
    light,
    base,
    paint(soft, sharp, random) {
      behind(soft, random.branch('behind'), light)
      top.soft(soft, random.branch('top'), light)
      top.sharp(sharp, random.branch('top'), light)
    },
  }
}

// ---- rooms

// ---- what things stand on, indoors

// ---- views

// ---- what things stand on, outdoors

// ---- seen from above

function fromAbove(light: Light, place: Place): Scene {
  const painters: Partial<Record<Place, Painter>> = { flatLinen, flatStone, flatGrass }
  return {
    light,
    base: 450,
    shadow: '#1d130d',
    shadowOpacity: 0.45,
    isOutside: false,
    paint(soft, sharp, random) {
      const painter = painters[place] ?? flatWood
      painter(soft, random.branch('ground'), light)
      if (place === 'flatWood') planks(sharp, random.branch('planks'))
      if (place === 'flatGrass')
        blades(sharp, random.branch('blades'), ['#4d6b31', '#7d9a4e', '#9fb765'], -150, 420, 14)
      if (place !== 'flatGrass') sunPatch(soft, random.branch('sun'), light)
      const far =
        light.side < 0
          ? [
              [0, light.tint, 0.3],
              [1, '#000000', 0.34],
            ]
          : [
              [0, '#000000', 0.34],
              [1, light.tint, 0.3],
            ]
      all(soft, soft.linear(far as [number, string, number][], 0, 0, 1, 0.5))
    },
  }
}
