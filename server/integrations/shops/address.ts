/** `endings` are paths of the platform itself, which are not part of the shop's URL. */
export function readShopUrl(typed: string, endings: readonly string[] = []): { address: string } | { refusal: string } {
  const text = typed.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (text === '' || text.length > 500 || !URL.canParse(withScheme))
    return { refusal: 'be an address such as https://shop.example' }
  const url = new URL(withScheme)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refusal: 'begin with https://' }
  if (url.username || url.password) return { refusal: 'hold no user name and no password' }
  let path = url.pathname.replace(/\/+$/, '')
  for (const ending of endings) {
    const at = `${path}/`.indexOf(`${ending}/`)
    if (at >= 0) path = path.slice(0, at)
  }
  return { address: url.origin + path }
}
