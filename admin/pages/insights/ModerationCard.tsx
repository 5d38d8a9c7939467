import { type Period, waitText } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const hours = (seconds: number | null) => (seconds === null ? null : Math.round((seconds / 3600) * 100) / 100)

const series: Series<'moderation'>[] = [
  { name: 'Decided', value: ({ decided }) => decided, total: ({ total }) => total.decided },
  {
    name: 'Hours to a decision',
    value: ({ decisionSeconds }) => hours(decisionSeconds.p50),
    text: ({ decisionSeconds }) => waitText(decisionSeconds.p50),
    title: 'Half were decided within',
    total: ({ total }) => total.decisionSeconds.p50,
    as: 'wait',
    note: ({ total }) => `90% within ${waitText(total.decisionSeconds.p90)}`,
  },
  { name: 'Answered', value: ({ replied }) => replied, total: ({ total }) => total.replied },
  {
    name: 'Hours to an answer',
    value: ({ replySeconds }) => hours(replySeconds.p50),
    text: ({ replySeconds }) => waitText(replySeconds.p50),
    title: 'Half were answered within',
    total: ({ total }) => total.replySeconds.p50,
    as: 'wait',
    note: ({ total }) => `90% within ${waitText(total.replySeconds.p90)}`,
  },
]

export const ModerationCard = ({ asked }: { asked: Period }) => (
  <PeriodCard
    title="Decisions and answers"
    report="moderation"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => total.decided === 0 && total.replied === 0}
    empty="Response times appear once you decide about reviews or answer them. Imported reviews do not count."
  />
)
