import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'

export const steps = ['products', 'reviews', 'widget', 'sender', 'feed'] as const
export type Step = (typeof steps)[number]

export const gaps = ['origin', 'footer_address', 'sender_address', 'smtp'] as const
export type Gap = (typeof gaps)[number]

const StepName = OneOf(steps, {
  description:
    'Name of the step. `products`: the store has products. `widget`: a shop page loaded a widget. `sender`: emails have a sender. `reviews`: a review request was sent, or an import added reviews. `feed`: the feed is on.',
})

export const FirstRun = Type.Object(
  {
    steps: Type.Array(
      Type.Object(
        {
          name: StepName,
          done: Type.Boolean({ description: 'Whether the step is done, computed at each request.' }),
          skipped: Type.Boolean({ description: 'Whether somebody skipped the step. `done` can be true as well.' }),
          mayDo: Type.Boolean({ description: "Whether the caller's role suffices for the step." }),
          missing: Type.Array(
            OneOf(gaps, {
              description:
                'Missing parts. `origin`: an address of the shop. `footer_address`: the postal address in emails. `sender_address`: a sending domain or `MAIL_FROM`. `smtp`: a mail server (`SMTP_URL`), set by the operator.',
            }),
            { description: 'Parts of the step that are missing.' },
          ),
        },
        { title: 'FirstRunStep' },
      ),
      { description: 'Steps in recommended order.' },
    ),
    complete: Type.Boolean({ description: 'Whether every step is done or skipped.' }),
    widgets: Type.Array(
      Type.Object(
        {
          widget: Type.String({
            description: 'Kind of the widget, such as `reviews`. More kinds may follow.',
            examples: ['reviews'],
          }),
          firstSeenAt: Type.String({ format: 'date-time', description: 'Time a shop page first loaded the widget.' }),
          lastSeenAt: Type.String({
            format: 'date-time',
            description: 'Time of the first load on the most recent day (UTC) on which a shop page loaded the widget.',
          }),
        },
        { title: 'SeenWidget' },
      ),
      { description: 'Widgets that shop pages loaded. Previews do not count.' },
    ),
  },
  { title: 'FirstRun' },
)
export type FirstRun = Static<typeof FirstRun>

export const FirstRunChange = Type.Object(
  {
    skipped: Type.Array(OneOf(steps), {
      maxItems: steps.length,
      description: 'Names of all skipped steps. An omitted step is open again.',
    }),
  },
  { title: 'FirstRunChange' },
)
