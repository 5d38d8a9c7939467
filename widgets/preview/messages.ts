// What the admin application and the frame in which it shows a widget say to each other.

/** What the widget asks of the service. */
export type Asked = { id: number; method: string; path: string }
export type Answered = { id: number; status: number; body: string }

/** A widget as a page would write it. */
export type Shown = {
  script: string
  element: string
  attributes: Record<string, string>
  properties: Record<string, string>
  /** The page's own style sheet. */
  css: string
  scheme: 'light' | 'dark'
}

export type ToFrame = { show: Shown } | Answered
export type FromFrame = Asked | { height: number }
