export const widgetNames = [
  'reviews',
  'stars',
  'form',
  'gallery',
  'faq',
  'carousel',
  'badge',
  'tab',
  'photos',
  'loyalty',
] as const
export type WidgetName = (typeof widgetNames)[number]

export type WidgetSearch = { widget?: WidgetName | undefined }

export const readWidgetSearch = ({ widget }: Record<string, unknown>): WidgetSearch => ({
  widget: widgetNames.find((name) => name === widget),
})
