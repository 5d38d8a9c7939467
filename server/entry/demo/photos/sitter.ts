// What a drawn thing tells the photographer about itself.

import type { Random } from '../random.ts'
import type { Ink, Light } from './ink.ts'
import type { Place } from './scenes.ts'

export type Sitter = {
  places: Place[]
  /** Half the width it touches the ground with, for its shadow. */
  reach: number
  /** How high it stands; the longer shadow follows from it. 0 for what lies flat. */
  height: number
  /** How large it is drawn, 1 filling about half of the picture. */
  scale?: number
  /** Belongs to its place: nobody carries it into a studio. */
  isRooted?: boolean
  /** Hangs on a wall: its shadow falls there and not on the ground. */
  hangs?: boolean
  /** Around the origin, which is where it touches the ground; up is negative. */
  draw(ink: Ink, colour: string, random: Random, light: Light): void
}
