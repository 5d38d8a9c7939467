// A small box of paints: shapes go in, one SVG comes out. Knows colours, gradients and how light falls on round and
// flat things; knows nothing of what is drawn.

export type Stop = [offset: number, colour: string, opacity?: number]

export type Ink = {
  add(...shapes: string[]): void
  /** Moves, turns or scales what is painted inside. */
  within(transform: string, paint: () => void): void
  /** A fill from one side to the other; without directions from left to right. */
  linear(stops: Stop[], x1?: number, y1?: number, x2?: number, y2?: number): string
  radial(stops: Stop[], cx?: number, cy?: number, r?: number): string
  /** The fill of an upright cylinder of that colour. */
  round(colour: string, strength?: number): string
  /** The fill of a flat or softly bent thing lit from above. */
  flat(colour: string, strength?: number): string
  svg(view: View, width: number, height: number): string
}

export type View = { x: number; y: number; width: number; height: number }

/** Where the light comes from: -1 is left, 1 is right; and how warm and how bright it is. */
export type Light = { side: -1 | 1; tint: string; dark: string; strength: number }

export function ink(light: Light): Ink {
  const defs: string[] = []
  const shapes: string[] = []
  const stopsOf = (stops: Stop[]) =>
    stops
      .map(([at, colour, alpha = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${alpha}"/>`)
      .join('')
  const paint: Ink = {
    add: (...more) => {
      shapes.push(...more)
    },
    within(transform, draw) {
      shapes.push(`<g transform="${transform}">`)
      draw()
      shapes.push('</g>')
    },
    linear(stops, x1 = 0, y1 = 0, x2 = 1, y2 = 0) {
      const id = `g${defs.length}`
      const ends = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`
      defs.push(`<linearGradient id="${id}" ${ends}>${stopsOf(stops)}</linearGradient>`)
      return `url(#${id})`
    },
    radial(stops, cx = 0.5, cy = 0.5, r = 0.5) {
      const id = `g${defs.length}`
      const circle = `cx="${cx}" cy="${cy}" r="${r}"`
      defs.push(`<radialGradient id="${id}" ${circle}>${stopsOf(stops)}</radialGradient>`)
      return `url(#${id})`
    },
    round(colour, strength = 1) {
      const k = light.strength * strength
      const stops: Stop[] = [
        [0, tone(colour, light, -0.22 * k)],
        [0.12, tone(colour, light, 0.06 * k)],
        [0.28, tone(colour, light, 0.3 * k)],
        [0.5, tone(colour, light, 0.02)],
        [0.82, tone(colour, light, -0.38 * k)],
        [1, tone(colour, light, -0.26 * k)],
      ]
      return light.side < 0 ? paint.linear(stops) : paint.linear(stops, 1, 0, 0, 0)
    },
    flat(colour, strength = 1) {
      const k = light.strength * strength
      const stops: Stop[] = [
        [0, tone(colour, light, 0.2 * k)],
        [0.5, tone(colour, light, 0)],
        [1, tone(colour, light, -0.26 * k)],
      ]
      return light.side < 0 ? paint.linear(stops, 0.1, 0, 0.9, 1) : paint.linear(stops, 0.9, 0, 0.1, 1)
    },
    svg: (view, width, height) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view.x} ${view.y} ${view.width} ${view.height}" preserveAspectRatio="none"><defs>${defs.join('')}</defs>${shapes.join('')}</svg>`,
  }
  return paint
}

/** A colour in this light: above zero towards the lamp's tint, below towards the colour of its shadows. */
export function tone(colour: string, light: Light, amount: number): string {
  return amount >= 0 ? mix(colour, mix(light.tint, '#ffffff', 0.4), amount) : mix(colour, light.dark, -amount)
}

export function mix(a: string, b: string, share: number): string {
  const [from, to] = [channels(a), channels(b)]
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * Math.min(1, share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

export const lighter = (colour: string, share: number) => mix(colour, '#ffffff', share)
export const darker = (colour: string, share: number) => mix(colour, '#14110f', share)

// Attributes are written this way throughout: short numbers keep the SVG small, and parsing it is a tenth of the time.
const short = (value: number) => String(Math.round(value * 10) / 10)

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function line(d: string, colour: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${short(cx)}" cy="${short(cy)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${more}/>`
}

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0, more = ''): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${short(radius)}" fill="${fill}" ${more}/>`
}

export function group(transform: string, shapes: string[], more = ''): string {
  return `<g transform="${transform}" ${more}>${shapes.join('')}</g>`
}

export const num = short
