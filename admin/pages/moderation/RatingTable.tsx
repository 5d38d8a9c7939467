import type { Suppression } from '../../api/reviews/moderation.ts'
import { Count } from '../../components/lists/Count.tsx'
import { Stars } from '../../components/values/Stars.tsx'
import { writeShare } from './withheld-share.ts'

type Row = Suppression['byRating'][number]

const numberClass = 'px-1 text-right max-sm:nth-5:pr-5 sm:px-4'
/** On phones, the German names have soft hyphens to break at. */
const headerClass = `${numberClass} py-2.5 font-medium max-sm:wrap-anywhere`

/** Stays a table on phones, because people compare the ratings by column. Only the share needs a wider window. */
export function RatingTable({ rows }: { rows: Row[] }) {
  return (
    <table className="w-full border-collapse text-left text-sm max-sm:table-fixed">
      <caption className="sr-only">Withheld reviews by stars</caption>
      <thead>
        <tr className="border-b border-line text-xs text-quiet max-sm:align-bottom sm:whitespace-nowrap">
          <th scope="col" className="py-2.5 pl-5 font-medium max-sm:w-15">
            Stars
          </th>
          <th scope="col" className={headerClass}>
            Received
          </th>
          <th scope="col" className={headerClass}>
            Approved
          </th>
          <th scope="col" className={headerClass}>
            Withheld
          </th>
          <th scope="col" className={headerClass}>
            Pending
          </th>
          <th scope="col" className="py-2.5 pr-5 pl-4 text-right font-medium max-sm:hidden">
            Withheld share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RatingRow key={row.rating} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function RatingRow({ row }: { row: Row }) {
  const { rating, received, published, withheld, pending } = row
  return (
    <tr className="border-line not-first:border-t hover:bg-hover">
      <th scope="row" className="h-11 pl-5 font-normal">
        <Stars rating={rating} className="h-4 max-sm:hidden" />
        <span className="sm:hidden">
          <span aria-hidden="true" className="tabular-nums">
            {rating}★
          </span>
          <span className="sr-only">
            {rating} {rating === 1 ? 'star' : 'stars'}
          </span>
        </span>
      </th>
      <td className={numberClass}>
        <Count of={received} />
      </td>
      <td className={numberClass}>
        <Count of={published} />
      </td>
      <td className={numberClass}>
        <Count of={withheld} />
      </td>
      <td className={numberClass}>
        <Count of={pending} />
      </td>
      <td className="pr-5 pl-4 max-sm:hidden">
        <span className="flex items-center justify-end gap-2.5">
          <span aria-hidden="true" className="h-1.5 w-20 overflow-hidden rounded-full bg-plain-wash">
            <span
              className="block h-full rounded-full bg-warn"
              style={{ width: `${(row.withheldShare ?? 0) * 100}%` }}
            />
          </span>
          <span className="w-16 text-right tabular-nums">{writeShare(row)}</span>
        </span>
      </td>
    </tr>
  )
}
