import type { ReactNode } from 'react'
import { shownLocale } from '../../components/locale.ts'
import { Tile, type TileChoice } from '../../components/Tile.tsx'
import { averageText } from '../../components/values/average.ts'
import { differenceText, growthText, shareText } from '../../components/values/share.ts'
import { waitText } from './days.ts'

/** `before` is undefined if nothing is compared, null if the previous period has no data. */
type Props = {
  name: string
  now: number | null
  before: number | null | undefined
  as?: Kind
  note?: ReactNode
  choice?: TileChoice | undefined
}
type Kind = 'count' | 'average' | 'share' | 'wait'

export function Compared({ name, now, before, as = 'count', note, choice }: Props) {
  const text = formatters[as]
  return (
    <Tile name={name} choice={choice}>
      {text(now)}
      {before !== undefined && (
        <Before>
          {before === null ? 'None before' : `${formatters[as](before)} before`}
          <Change text={before !== null && now !== null && changeText(as, now, before)} />
        </Before>
      )}
      {note && <Before>{note}</Before>}
    </Tile>
  )
}

export function Before({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-quiet">{children}</span>
}

function Change({ text }: { text: string | false }) {
  return (
    text && (
      <>
        {', '}
        <span className="font-medium whitespace-nowrap text-text">{text}</span>
      </>
    )
  )
}

const formatters: Record<Kind, (value: number | null) => string> = {
  count: (value) => (value ?? 0).toLocaleString(shownLocale),
  average: averageText,
  share: shareText,
  wait: waitText,
}

function changeText(as: Kind, now: number, before: number): string {
  if (as === 'wait' || (as === 'count' && before === 0)) return ''
  if (as === 'count') return growthText((now - before) / before)
  if (as === 'average') return differenceText(now, before)
  return `${differenceText(now * 100, before * 100)} pts`
}
