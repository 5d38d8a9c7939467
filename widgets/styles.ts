/** All elements of a page share these sheets, because a page may have a hundred elements. */
const sheets: Record<string, CSSStyleSheet> = {}

/** Builds a constructed style sheet, which a policy against inline styles does not block. */
export function buildSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** Adds styles to a shadow root one time only. */
export function wear({ adoptedStyleSheets: worn }: ShadowRoot, css: string): void {
  sheets[css] ??= buildSheet(css)
  if (!worn.includes(sheets[css])) worn.push(sheets[css])
}
