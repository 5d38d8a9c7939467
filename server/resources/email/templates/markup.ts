// Looks through HTML that a merchant's own MJML was compiled to, its Liquid still inside. A template is the merchant's, but
// what is filled in is anybody's: it must stand where escaping holds, in text or inside quotes.

// Stand for what Liquid prints: the look's own values, and all others.
const ownValue = '\ue001'
const anyValue = '\ue000'

const forbiddenTags =
  /^(script|iframe|frame|frameset|object|embed|applet|form|input|button|select|textarea|base|link|svg|math|template|audio|video)$/
const addresses = /^(href|src|background|action|poster|data)$/
const harmless = /^\s*(https?:\/\/|mailto:|tel:|cid:|#|[\ue000\ue001]|$)/i

/** What stands in the way of sending it, in words; none for what is fine. */
export function problemsIn(html: string): string[] {
  const masked = replaceLiquid(html, (liquid) =>
    liquid.startsWith('{%') ? ' ' : /^\{\{-?\s*brand\./.test(liquid) ? ownValue : anyValue,
  )
  return [...new Set([...tagsOf(masked).flatMap(tagProblems), ...styleProblems(masked)])].slice(0, 10)
}

/** Not by a pattern: openings without an end, as in `{% raw %}`, would each be looked at to the end of the text. */
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

type Tag = { name: string; attributes: { name: string; value: string; isQuoted: boolean }[] }

const attribute = /[\s/]*([^\s=>"'/<]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'<]+)))?/y

function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][\w:-]*)/gi)].map((found) => {
    const attributes: Tag['attributes'] = []
    attribute.lastIndex = found.index + found[0].length
    for (let each = attribute.exec(html); each; each = attribute.exec(html)) {
      const [, name = '', double, single, bare] = each
      attributes.push({ name: name.toLowerCase(), value: double ?? single ?? bare ?? '', isQuoted: bare === undefined })
    }
    return { name: found[1]?.toLowerCase() ?? '', attributes }
  })
}

function tagProblems({ name, attributes }: Tag): string[] {
  if (forbiddenTags.test(name)) return [`<${name}> has no place in a mail`]
  return attributes.flatMap((each) => {
    const at = `in <${name}>`
    if (each.name.startsWith('on')) return [`${each.name} ${at}: mail runs no scripts`]
    if (/[\ue000\ue001]/.test(each.name) || (!each.isQuoted && each.value.includes(anyValue)))
      return [`{{ … }} ${at} must stand inside quotes`]
    if (addresses.test(each.name) && !harmless.test(each.value)) return [`${each.name} ${at} must be an https address`]
    if (name === 'meta' && /refresh/i.test(each.value)) return ['a mail cannot send its reader elsewhere']
    return []
  })
}

const styleProblems = (html: string): string[] =>
  html.split(/<style\b/i).some((part, i) => i > 0 && (part.split(/<\/style/i)[0] ?? '').includes(anyValue))
    ? ['in a style sheet only {{ brand… }} can be filled in']
    : []

/** Addresses that are none are made dead: what a template links to may have come from data. */
export const neutralised = (html: string): string =>
  html.replaceAll(
    /(\s(?:href|src|background|action|poster)\s*=\s*)(?:(["'])\s*(?!https?:\/\/|mailto:|tel:|cid:|#|\2)|(?=[^\s"']))/gi,
    (_, start: string, quote = '') => `${start}${quote}#`,
  )
