import { isWidgetName, type WidgetName } from './widgets.ts'

export type WidgetSearch = { widget?: WidgetName | undefined }

export const readWidgetSearch = ({ widget }: Record<string, unknown>): WidgetSearch => ({
  widget: isWidgetName(widget) ? widget : undefined,
})
