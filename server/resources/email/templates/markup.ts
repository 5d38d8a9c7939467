// Anybody can supply the data that Liquid prints, so it must be in text or inside quotes, where escaping makes it safe.

// Placeholders for Liquid output: one for values of `brand`, and one for all other values.
const ownValue = '\ue001'
const anyValue = '\ue000'

const forbiddenTags =
  /^(script|iframe|frame|frameset|object|embed|applet|form|input|button|select|textarea|base|link|svg|math|template|audio|video)$/
const addresses = /^(href|src|background|action|poster|data)$/
const harmless = /^\s*(https?:\/\/|mailto:|tel:|cid:|#|[\ue000\ue001]|$)/i

const maxProblems = 10

export const problemsIn = (html: string): string[] =>
  [...new Set(findProblems(html).map(({ message }) => message))].slice(0, maxProblems)

export const placedProblemsIn = (source: string): string[] =>
  findProblems(source)
    .slice(0, maxProblems)
    .map(({ at, message }) => `${placeIn(source, at)}: ${message}`)

export function placeIn(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

type Problem = { at: number; message: string }

function findProblems(html: string): Problem[] {
  const masked = blankLiquid(html, (liquid) =>
    liquid.startsWith('{%') ? ' ' : /^\{\{-?\s*brand\./.test(liquid) ? ownValue : anyValue,
  )
  const inTags = parseTags(masked).flatMap((tag) => tagProblems(tag).map((message) => ({ at: tag.at, message })))
  return [...inTags, ...styleProblems(masked)].sort((a, b) => a.at - b.at)
}

/** Replaces Liquid character by character, so that later positions stay the same. */
export const blankLiquid = (text: string, sign: (liquid: string) => string): string =>
  replaceLiquid(text, (liquid) => liquid.replaceAll(/[^\n]/g, sign(liquid)))

/**
 * Does not match whole tags by a regular expression, because each unclosed `{{` or `{%` would make it search to the end
 * of the text.
 */
export function replaceLiquid(text: string, replace: (liquid: string) => string): string {
  let out = ''
  let at = 0
  for (const { index } of text.matchAll(/\{[{%]/g)) {
    if (index < at) continue
    const end = text.indexOf(text[index + 1] === '%' ? '%}' : '}}', index + 2)
    if (end === -1) break
    out += text.slice(at, index) + replace(text.slice(index, end + 2))
    at = end + 2
  }
  return out + text.slice(at)
}

type Tag = { at: number; name: string; attributes: { name: string; value: string; isQuoted: boolean }[] }

const attribute = /[\s/]*([^\s=>"'/<]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'<]+)))?/y

function parseTags(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][\w:-]*)/gi)].map((found) => {
    const attributes: Tag['attributes'] = []
    attribute.lastIndex = found.index + found[0].length
    for (let each = attribute.exec(html); each; each = attribute.exec(html)) {
      const [, name = '', double, single, bare] = each
      attributes.push({ name: name.toLowerCase(), value: double ?? single ?? bare ?? '', isQuoted: bare === undefined })
    }
    return { at: found.index, name: found[1]?.toLowerCase() ?? '', attributes }
  })
}

function tagProblems({ name, attributes }: Tag): string[] {
  if (forbiddenTags.test(name)) return [`<${name}> has no place in a mail`]
  return attributes.flatMap((each) => {
    const at = `in <${name}>`
    if (each.name.startsWith('on')) return [`${each.name} ${at}: mail cannot run scripts`]
    if (/[\ue000\ue001]/.test(each.name) || (!each.isQuoted && each.value.includes(anyValue)))
      return [`{{ … }} ${at} must stand inside quotes`]
    if (addresses.test(each.name) && !harmless.test(each.value)) return [`${each.name} ${at} must be an https address`]
    if (name === 'meta' && /refresh/i.test(each.value)) return ['a mail cannot send its reader elsewhere']
    return []
  })
}

function styleProblems(html: string): Problem[] {
  let start = 0
  return html.split(/(?=<(?:mj-)?style\b)/i).flatMap((part, i) => {
    const begin = start
    start += part.length
    const isStyle = i > 0 || /^<(?:mj-)?style\b/i.test(part)
    const at = isStyle ? (part.split(/<\/(?:mj-)?style/i)[0] ?? '').indexOf(anyValue) : -1
    return at < 0 ? [] : [{ at: begin + at, message: 'in a style sheet only {{ brand… }} can be filled in' }]
  })
}

const mjmlTag = /<(\/)?(mj-[a-z-]+|mjml)\b(?:"[^"]*"|'[^']*'|[^"'<>/]|\/(?!>))*(\/)?>/g

export function unclosedIn(source: string): string {
  const unpaired = ({ at, name }: { at: number; name: string }) =>
    `${placeIn(source, at)}: <${name}> has no matching tag`
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
  const plain = blankLiquid(source, () => ' ').replaceAll(/<!--[\s\S]*?-->/g, blank)
  const open: { at: number; name: string }[] = []
  for (const { 1: slash, 2: name = '', 3: isEmpty, index: at } of plain.matchAll(mjmlTag)) {
    if (isEmpty !== undefined) continue
    if (slash === undefined) open.push({ at, name })
    else {
      const last = open.pop()
      if (last?.name !== name) return unpaired(last ?? { at, name })
    }
  }
  return unpaired(open.at(-1) ?? { at: 0, name: 'mjml' })
}

/** Disables invalid addresses, because a template's links may come from data. */
export const neutralised = (html: string): string =>
  html.replaceAll(
    /(\s(?:href|src|background|action|poster)\s*=\s*)(?:(["'])\s*(?!https?:\/\/|mailto:|tel:|cid:|#|\2)|(?=[^\s"']))/gi,
    (_, start: string, quote = '') => `${start}${quote}#`,
  )
