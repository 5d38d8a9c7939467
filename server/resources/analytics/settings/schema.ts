import { Type } from 'typebox'

export const AnalyticsSettings = Type.Object(
  {
    widgetCounts: Type.Boolean({
      description: 'Whether views and uses of widgets are counted, without cookies, addresses or devices.',
    }),
  },
  { title: 'AnalyticsSettings' },
)
