// Ratios are those of WCAG 2: 4.5 for text, 3 for large text and icons.

export const readableRatio = 4.5

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Black or white, whichever has more contrast. */
export const textColorOn = (background: string): string =>
  contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000'

/**
 * Returns the color itself when it is readable on the background. Otherwise lightens or darkens it as little as needed,
 * with the same hue and saturation, because a mix with white or black looks grey.
 */
export function readableColorOn(background: string, color: string, ratio = readableRatio): string {
  const ink = textColorOn(background)
  if (contrast(color, background) >= ratio) return color
  const { hue, saturation, lightness } = toHsl(color)
  const end = ink === '#ffffff' ? 1 : 0
  for (let share = 0.04; share < 1; share += 0.04) {
    const shifted = fromHsl({ hue, saturation, lightness: lightness + (end - lightness) * share })
    if (contrast(shifted, background) >= ratio) return shifted
  }
  return ink
}

type Hsl = { hue: number; saturation: number; lightness: number }

function toHsl(color: string): Hsl {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => value / 255)
  const most = Math.max(red, green, blue)
  const span = most - Math.min(red, green, blue)
  const lightness = most - span / 2
  if (span === 0) return { hue: 0, saturation: 0, lightness }
  const sixths =
    most === red ? (green - blue) / span + 6 : most === green ? (blue - red) / span + 2 : (red - green) / span + 4
  return { hue: (sixths % 6) * 60, saturation: span / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function fromHsl({ hue, saturation, lightness }: Hsl): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))
  }
  return toHex([0, 8, 4].map((offset) => channel(offset) * 255))
}

/** `share` is the second color's part of the mix. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [channels(one), channels(other)]
  return toHex(from.map((value, i) => value + ((to[i] ?? 0) - value) * share))
}

const toHex = (values: number[]): string =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
