// Shows a widget in a frame of the admin application as a page of the shop would. The frame has no origin and no cookies, and
// reaches nothing but scripts: what the widget asks is asked by the application, which hands in a port with its first message.
import type { Answered, Asked, Shown, ToFrame } from './messages.ts'

let port: MessagePort | undefined
let last = 0
const waiting = new Map<number, (answer: Answered) => void>()

// A widget takes its height where nobody sees what that moves, as it does below the window; here all of it is to be seen.
Object.defineProperty(window, 'innerHeight', { value: 0 })

window.fetch = (input, init) => {
  const { pathname, search } = new URL(String(input instanceof Request ? input.url : input))
  const asked: Asked = { id: ++last, method: init?.method ?? 'GET', path: pathname + search }
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

async function show({ script, element, attributes, properties, css, scheme }: Shown): Promise<void> {
  const root = document.documentElement
  root.style.colorScheme = scheme
  document.adoptedStyleSheets = [sheetOf(css)]
  const made = document.createElement(element)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  for (const [name, value] of Object.entries(properties)) made.style.setProperty(name, value)
  document.body.replaceChildren(made)
  await import(/* @vite-ignore */ new URL(`${script}.js`, import.meta.url).href)
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

// What leads away leads to an empty frame.
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
