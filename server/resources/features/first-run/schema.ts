import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'

export const steps = ['products', 'widget', 'sender', 'reviews', 'feed'] as const
export type Step = (typeof steps)[number]

export const gaps = ['origin', 'footer_address', 'sender_address', 'smtp'] as const
export type Gap = (typeof gaps)[number]

const StepName = OneOf(steps, {
  description:
    '`products`: the store has products. `widget`: a page of the shop has asked for what a widget shows. `sender`: mails have an address to come from, and say where the shop is. `reviews`: a request was sent, or a file of reviews imported. `feed`: the review feed is on.',
})

export const FirstRun = Type.Object(
  {
    steps: Type.Array(
      Type.Object(
        {
          name: StepName,
          done: Type.Boolean({ description: 'Found from the facts, each time it is asked.' }),
          skipped: Type.Boolean({ description: 'Put aside by somebody; it may be done all the same.' }),
          mayDo: Type.Boolean({ description: 'Whether the role of the caller suffices for it.' }),
          missing: Type.Array(
            OneOf(gaps, {
              description:
                'What it waits for, where that can be said: `origin`, an address of the shop; `footer_address`, the postal address below mails; `sender_address`, a sending domain or `MAIL_FROM`; `smtp`, a server that takes mail (`SMTP_URL`), which is for whoever runs the service.',
            }),
          ),
        },
        { title: 'FirstRunStep' },
      ),
      { description: 'In the order in which they are best done.' },
    ),
    complete: Type.Boolean({ description: 'Every step is done or skipped.' }),
    widgets: Type.Array(
      Type.Object(
        {
          widget: Type.String({
            description: 'The kind of element, such as `reviews`; an open set.',
            examples: ['reviews'],
          }),
          firstSeenAt: Type.String({ format: 'date-time', description: 'When a page of the shop first asked for it.' }),
          lastSeenAt: Type.String({
            format: 'date-time',
            description: 'The first time on the last day (UTC) on which a page of the shop asked for it.',
          }),
        },
        { title: 'SeenWidget' },
      ),
      { description: "Those that pages of the shop have asked for; previews of the service's own do not count." },
    ),
  },
  { title: 'FirstRun' },
)
export type FirstRun = Static<typeof FirstRun>

export const FirstRunChange = Type.Object(
  {
    skipped: Type.Array(OneOf(steps), {
      maxItems: steps.length,
      description: 'The steps that are put aside, all of them: one that is left out is asked for again.',
    }),
  },
  { title: 'FirstRunChange' },
)
