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
 * Returns the color itself when it is readable on the background. Otherwise mixes it with as little black or white as
 * needed.
 */
export function readableColorOn(background: string, color: string, ratio = readableRatio): string {
  const ink = textColorOn(background)
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(color, ink, share)
    if (contrast(mixed, background) >= ratio) return mixed
  }
  return ink
}

/** `share` is the second color's part of the mix. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [channels(one), channels(other)]
  const mixed = from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
