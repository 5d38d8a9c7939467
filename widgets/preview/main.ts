// The frame has no origin and no cookies. The admin application makes the widget's requests, through the port in its first
// message.
import type { ToFrame, WidgetMarkup, WidgetRequest, WidgetResponse } from './messages.ts'

let port: MessagePort | undefined
let last = 0
const waiting = new Map<number, (answer: WidgetResponse) => void>()

// A widget in view keeps its reserved height. A window height of 0 puts every widget out of view, so it gets its full
// height.
Object.defineProperty(window, 'innerHeight', { value: 0 })

window.fetch = (input, init) => {
  const { pathname, search } = new URL(String(input instanceof Request ? input.url : input))
  const asked: WidgetRequest = { id: ++last, method: init?.method ?? 'GET', path: pathname + search }
  return new Promise((resolve) => {
    waiting.set(asked.id, ({ status, body }) =>
      resolve(new Response(body, { status, headers: { 'content-type': 'application/json' } })),
    )
    port?.postMessage(asked)
  })
}

function take({ data }: MessageEvent<ToFrame>): void {
  if ('show' in data) return void show(data.show)
  waiting.get(data.id)?.(data)
  waiting.delete(data.id)
}

async function show({ script, element, attributes, properties, css, scheme }: WidgetMarkup): Promise<void> {
  const root = document.documentElement
  root.style.colorScheme = scheme
  document.adoptedStyleSheets = [buildSheet(css)]
  const made = document.createElement(element)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  for (const [name, value] of Object.entries(properties)) made.style.setProperty(name, value)
  document.body.replaceChildren(made)
  await import(/* @vite-ignore */ new URL(`${script}.js`, import.meta.url).href)
}

function buildSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

document.addEventListener(
  'click',
  (event) => {
    const isLink = event.composedPath().some((each) => each instanceof HTMLAnchorElement)
    if (isLink) event.preventDefault()
  },
  { capture: true },
)

addEventListener('message', ({ source, ports }) => {
  if (source !== parent || port) return
  port = ports[0]
  if (!port) return
  port.onmessage = take
  const { body } = document
  new ResizeObserver(() => port?.postMessage({ height: body.scrollHeight })).observe(body)
})
