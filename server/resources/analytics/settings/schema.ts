import { Type } from 'typebox'

export const AnalyticsSettings = Type.Object(
  {
    widgetCounts: Type.Boolean({
      description: 'Whether it is counted how often widgets are seen and used: without cookies, addresses or devices.',
    }),
  },
  { title: 'AnalyticsSettings' },
)
