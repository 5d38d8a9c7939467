import type { Reports } from '../../api/analytics.ts'
import { Compared } from './Compared.tsx'
import { type Period, waitText } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const hours = (seconds: number | null) => (seconds === null ? null : Math.round((seconds / 3600) * 100) / 100)

const series: Series<Reports['moderation']['data'][number]>[] = [
  { name: 'Decided', value: ({ decided }) => decided },
  {
    name: 'Hours to a decision',
    value: ({ decisionSeconds }) => hours(decisionSeconds.p50),
    text: ({ decisionSeconds }) => waitText(decisionSeconds.p50),
  },
  { name: 'Answered', value: ({ replied }) => replied },
  {
    name: 'Hours to an answer',
    value: ({ replySeconds }) => hours(replySeconds.p50),
    text: ({ replySeconds }) => waitText(replySeconds.p50),
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
    tiles={({ total: { decisionSeconds, replySeconds } }, before) => (
      <>
        <Compared
          name="Half were decided within"
          as="wait"
          now={decisionSeconds.p50}
          before={before?.total.decisionSeconds.p50}
        />
        <Compared
          name="90% were decided within"
          as="wait"
          now={decisionSeconds.p90}
          before={before?.total.decisionSeconds.p90}
        />
        <Compared
          name="Half were answered within"
          as="wait"
          now={replySeconds.p50}
          before={before?.total.replySeconds.p50}
        />
        <Compared
          name="90% were answered within"
          as="wait"
          now={replySeconds.p90}
          before={before?.total.replySeconds.p90}
        />
      </>
    )}
  />
)
