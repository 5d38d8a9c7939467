import type { Widget } from './widgets.ts'

/** Styles of the page around a previewed widget. */
export const renderPage = ({ element, floats }: Widget, scheme: 'light' | 'dark') => `
  :root { color-scheme: ${scheme}; font-family: system-ui, sans-serif; line-height: 1.5 }
  body { margin: 0; padding: 1.25rem; min-height: ${floats ? 540 : 0}px; ${scheme === 'dark' ? 'background: #16191f; color: #eceef1' : 'background: #fff; color: #1b1f24'} }
  ${element} { display: block; min-height: 1.5em }`
