import type { Message, Range } from './messages.ts'

/** `findTranslation` returns undefined where a text stays English. */
export function translate(
  source: string,
  messages: readonly Message[],
  findTranslation: (message: Message) => string | undefined,
): string {
  return rewrite({ start: 0, end: source.length })

  function rewrite(range: Range): string {
    let written = ''
    let at = range.start
    for (const message of messages) {
      // Nested messages are written with their parent.
      if (message.start < at || message.end > range.end) continue
      const text = message.before + (findTranslation(message) ?? message.text) + message.after
      written += source.slice(at, message.start) + inSource(message, text)
      at = message.end
    }
    return written + source.slice(at, range.end)
  }

  function inSource({ kind, places }: Message, text: string): string {
    if (kind === 'string') return JSON.stringify(text)
    if (kind === 'attribute') return `{${JSON.stringify(text)}}`
    const pieces = text.split(placePattern).map((piece, index) => {
      if (index % 2 === 0) return kind === 'template' ? inTemplate(piece) : piece && `{${JSON.stringify(piece)}}`
      const place = places[Number(/\d+/.exec(piece)?.[0])]
      if (!place) throw new Error(`“${text}” has no place ${piece}`)
      const inner = rewrite(piece.startsWith('</') ? (place.close ?? place.open) : place.open)
      return kind === 'template' ? `\${${inner}}` : inner
    })
    return kind === 'template' ? `\`${pieces.join('')}\`` : pieces.join('')
  }
}

export const placesIn = (text: string): string => (text.match(placePattern) ?? []).sort().join(' ')

const placePattern = /(\{\d+\}|<\/?\d+>)/g

const inTemplate = (text: string) => text.replace(/[\\`]|\$\{/g, '\\$&')
