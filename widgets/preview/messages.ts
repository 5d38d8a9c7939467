export type WidgetRequest = { id: number; method: string; path: string }
export type WidgetResponse = { id: number; status: number; body: string }

export type WidgetMarkup = {
  script: string
  element: string
  attributes: Record<string, string>
  properties: Record<string, string>
  css: string
  scheme: 'light' | 'dark'
}

export type ToFrame = { show: WidgetMarkup } | WidgetResponse
export type FromFrame = WidgetRequest | { height: number }
