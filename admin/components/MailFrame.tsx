import { useEffect, useRef, useState } from 'react'

const tallest = 6_000

/** Space above the element at the upper edge. */
const air = 20

/** Without a scheme, the mail follows the reader's own color scheme. */
type Scheme = 'light' | 'dark'

type Props = {
  title: string
  html: string
  scheme?: Scheme
  /** Selector of the element at the upper edge. Without it, and if the mail has no such element, the mail starts at its top. */
  from?: string
}

/** Sandboxed: inline styles apply, scripts never run. The frame shares our origin, so we can measure its height. */
export function MailFrame({ title, html, scheme, from }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [height, setHeight] = useState(320)
  const [top, setTop] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!isReady || !element) return
    const root = fill(element, html, scheme)
    if (!root) return
    const measure = () => {
      setHeight(Math.min(tallest, Math.max(120, measureHeight(root))))
      if (from) setTop(Math.round(root.querySelector(from)?.getBoundingClientRect().top ?? 0))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(root)
    measure()
    return () => observer.disconnect()
  }, [isReady, html, scheme, from])
  return (
    <iframe
      ref={frame}
      title={title}
      src="/admin/mail-frame"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={() => setIsReady(true)}
      style={{ height, colorScheme: scheme, ...(top > air && { marginTop: air - top }) }}
      // A light mail without a background stays light in a dark page. No blank sheet covers the page before it is filled.
      className={`block w-full ${isReady && scheme === 'light' ? 'bg-[#fff]' : ''}`}
    />
  )
}

/** Uses the frame's parser, because a document that this page parses loses its inline styles to the page's policy. */
function fill(
  { contentDocument, contentWindow }: HTMLIFrameElement,
  html: string,
  scheme: Scheme | undefined,
): HTMLElement | undefined {
  if (!contentDocument || !contentWindow) return undefined
  const { DOMParser } = contentWindow as Window & typeof globalThis
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
  for (const link of documentElement.querySelectorAll('a, area, form')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  for (const image of documentElement.querySelectorAll('img'))
    if (isInvented(image.getAttribute('src'))) image.setAttribute('src', placeholder)
  if (scheme)
    for (const style of documentElement.querySelectorAll('style'))
      style.textContent = settled(style.textContent, scheme)
  contentDocument.documentElement.replaceWith(contentDocument.adoptNode(documentElement))
  return contentDocument.documentElement
}

/** Resolves `prefers-color-scheme` in the CSS, because browsers disagree on overriding it in a frame. */
const settled = (css: string, scheme: Scheme) =>
  css.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/g, (_, each: Scheme) =>
    each === scheme ? '(min-width: 0)' : '(max-width: 0)',
  )

/** Sample products of new stores have picture URLs on hosts that never resolve. */
const isInvented = (address: string | null) => /^https?:\/\/([\w-]+\.)*example(\.com)?\//.test(address ?? '')

const placeholder = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#d9dbd6" d="M0 0h96v96H0z"/><path fill="#a9ada6" d="m16 74 20-26 14 17 10-11 20 20z"/><circle cx="64" cy="34" r="8" fill="#a9ada6"/></svg>',
)}`

/** The root element is at least as tall as the frame, so measure the body. */
const measureHeight = (root: HTMLElement) => Math.ceil(root.querySelector('body')?.scrollHeight ?? root.scrollHeight)
