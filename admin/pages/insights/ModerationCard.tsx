import type { Interval, ReportParameters, Reports } from '../../api/analytics.ts'
import { Tile } from '../../components/Tile.tsx'
import { waitText } from './days.ts'
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

export const ModerationCard = ({ asked }: { asked: ReportParameters & { interval: Interval } }) => (
  <PeriodCard
    title="Decisions and answers"
    report="moderation"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => total.decided === 0 && total.replied === 0}
    empty="How long shoppers wait for a decision and for an answer shows once reviews are decided. Imported ones do not count."
    tiles={({ total: { decisionSeconds, replySeconds } }) => (
      <>
        <Tile name="Half were decided within">{waitText(decisionSeconds.p50)}</Tile>
        <Tile name="Nine of ten within">{waitText(decisionSeconds.p90)}</Tile>
        <Tile name="Half of the answers came within">{waitText(replySeconds.p50)}</Tile>
        <Tile name="Nine of ten within">{waitText(replySeconds.p90)}</Tile>
      </>
    )}
  />
)
