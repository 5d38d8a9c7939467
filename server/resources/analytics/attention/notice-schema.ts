import { type Static, Type } from 'typebox'
import { languages } from '#locales/languages.ts'
import { OneOf } from '#platform/values/wire.ts'

export const Notifications = Type.Object(
  {
    weeklySummary: Type.Boolean({
      description:
        "Whether you get a summary of the store's week by email, on Monday morning in the store's time zone. A week without anything to report sends none.",
    }),
    lowRatings: Type.Boolean({
      description:
        'Whether you get an email about new reviews with one or two stars. Reviews of the same hour share an email. Imported reviews send none.',
    }),
    language: OneOf(languages, { description: 'Language of these emails.' }),
  },
  { title: 'AnalyticsNotifications' },
)
export type Notifications = Static<typeof Notifications>
