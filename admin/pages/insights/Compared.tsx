import type { ReactNode } from 'react'
import { shownLocale } from '../../components/locale.ts'
import { Tile, type TileChoice } from '../../components/Tile.tsx'
import { averageText } from '../../components/values/average.ts'
import { differenceText, growthText, shareText } from '../../components/values/share.ts'
import { waitText } from './days.ts'

/** `before` is undefined if nothing is compared, null if the previous period has no data. */
export type Comparison = { now: number | null; before: number | null | undefined; as?: Kind; note?: ReactNode }
type Kind = 'count' | 'average' | 'share' | 'wait'

type Props = Comparison & { name: string; choice?: TileChoice | undefined }

export const Compared = ({ name, choice, ...comparison }: Props) => (
  <Tile name={name} choice={choice}>
    <ComparedNumber {...comparison} />
  </Tile>
)

export function ComparedNumber({ now, before, as = 'count', note }: Comparison) {
  const text = formatters[as]
  const change = typeof before === 'number' && now !== null && changeText(as, now, before)
  return (
    <>
      {text(now)}
      {note && <span className="ml-2 text-xs font-normal text-quiet">{note}</span>}
      {before !== undefined && (
        <Before>
          {change && (
            <>
              <span className="font-medium whitespace-nowrap text-text">{change}</span>
              {' · '}
            </>
          )}
          {before === null ? 'None before' : `vs ${text(before)}`}
        </Before>
      )}
    </>
  )
}

export function Before({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-quiet">{children}</span>
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
  if (as === 'average') return withArrow(differenceText(now, before))
  return `${withArrow(differenceText(now * 100, before * 100))} pts`
}

const withArrow = (difference: string) => difference.replace(/^\+/, '↑ ').replace(/^\u2212/, '↓ ')
