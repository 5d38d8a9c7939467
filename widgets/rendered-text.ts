// Only these tags are created, element by element. Strict pages forbid scripts to set HTML, and no other tag can appear.
const known = /^(?:p|em|strong|code|pre|ul|ol|li|blockquote|h[1-6]|hr|br|a|img)$/
const attributes = /^(?:href|title|src|alt|loading|start)$/
const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

const plain = (html: string): string => html.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? '')

export function parseElements(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  let place: Node = fragment
  for (const [, text, isEnd, name = '', rest = ''] of html.matchAll(/([^<]+)|<(\/?)([a-z0-9]+)([^>]*)>/g)) {
    if (text !== undefined) place.appendChild(document.createTextNode(plain(text)))
    else if (isEnd) place = place.parentNode ?? fragment
    else if (known.test(name)) {
      const element = document.createElement(name)
      for (const [, key = '', value = ''] of rest.matchAll(/([a-z]+)="([^"]*)"/g)) {
        if (attributes.test(key) && !/^\s*(?:javascript|data|vbscript):/i.test(value))
          element.setAttribute(key, plain(value))
      }
      place.appendChild(element)
      if (!/^(?:hr|br|img)$/.test(name)) place = element
    }
  }
  return fragment
}
