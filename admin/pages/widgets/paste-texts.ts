import { isOfProduct, type Platform, type SnippetChoice } from './snippet.ts'
import type { Widget } from './widgets.ts'

/** These texts are not in snippet.ts, because its code is the same in every language. */
export function placeFor(widget: Widget, chosen: SnippetChoice, platform: Platform): string {
  if (platform === 'woocommerce')
    return 'Paste this into functions.php of a child theme, or add it with a plugin such as Code Snippets.'
  if (!widget.element) return 'Paste this into the head of every page of the shop.'
  if (platform === 'html')
    return widget.floats
      ? 'Paste this at the end of the body of each page that should have the tab.'
      : 'Paste this where the widget should appear.'
  if (isOfProduct(widget, chosen))
    return 'In the theme editor, open the product template, choose Add block → Custom Liquid and paste this.'
  return widget.floats
    ? 'In the theme editor, choose Add section → Custom Liquid in the footer and paste this.'
    : 'In the theme editor, open the page, choose Add section → Custom Liquid and paste this.'
}
