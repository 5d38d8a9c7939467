/** Shared by all elements of a page, which may have a hundred. */
const sheets: Record<string, CSSStyleSheet> = {}

/** A constructed sheet, which a policy on inline styles does not block. */
export function buildSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** Adds styles to a shadow root, once. */
export function wear({ adoptedStyleSheets: worn }: ShadowRoot, css: string): void {
  sheets[css] ??= buildSheet(css)
  if (!worn.includes(sheets[css])) worn.push(sheets[css])
}
