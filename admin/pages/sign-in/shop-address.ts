export function shopAddress(typed: string): string {
  const text = typed.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*:\d+(\/|$)/.test(text) ? text : `https://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  return url && /^https?:$/.test(url.protocol) && url.host !== '' ? url.origin : text
}
