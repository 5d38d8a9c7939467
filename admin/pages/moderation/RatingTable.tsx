import { Link } from '@tanstack/react-router'
import type { Days, Suppression } from '../../api/reviews/moderation.ts'
import { Count } from '../../components/lists/Count.tsx'
import { Stars } from '../../components/values/Stars.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { linkToWithheld } from './withheld-link.ts'
import { areAllMeasured, writeShare } from './withheld-share.ts'

type Row = Suppression['byRating'][number]

const numberClass = 'px-1 text-right last:pr-5 sm:px-4'
/** On phones, the German names have soft hyphens to break at. */
const headerClass = `${numberClass} py-2.5 font-medium max-sm:wrap-anywhere`

/** Stays a table on phones, because people compare the ratings by column. Only the received reviews need a wider window. */
export function RatingTable({ rows, days }: { rows: Row[]; days: Days }) {
  const isShare = areAllMeasured(rows)
  return (
    <table className="w-full border-collapse text-left text-sm max-sm:table-fixed">
      <caption className="sr-only">Withheld reviews by stars</caption>
      <thead>
        <tr className="border-b border-line text-xs text-quiet max-sm:align-bottom sm:whitespace-nowrap">
          <th scope="col" className="py-2.5 pl-5 font-medium max-sm:w-15">
            Stars
          </th>
          <th scope="col" className={`${headerClass} max-sm:hidden`}>
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
          <th scope="col" className={`${headerClass} max-sm:w-21`}>
            Withheld share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RatingRow key={row.rating} row={row} days={days} isShare={isShare} />
        ))}
      </tbody>
    </table>
  )
}

function RatingRow({ row, days, isShare }: { row: Row; days: Days; isShare: boolean }) {
  const { rating, received, published, pending } = row
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
      <td className={`${numberClass} max-sm:hidden`}>
        <Count of={received} />
      </td>
      <td className={numberClass}>
        <Count of={published} />
      </td>
      <td className={numberClass}>
        <WithheldCount row={row} days={days} />
      </td>
      <td className={numberClass}>
        <Count of={pending} />
      </td>
      <td className={`${numberClass} tabular-nums`}>{writeShare(row, isShare)}</td>
    </tr>
  )
}

function WithheldCount({ row: { rating, withheld }, days }: { row: Row; days: Days }) {
  const storeId = useStoreId()
  if (withheld === 0) return <Count of={0} />
  return (
    <Link
      {...linkToWithheld(storeId, days, { rating })}
      aria-label={
        rating === 1
          ? `${withheld} withheld, with 1 star: show them`
          : `${withheld} withheld, with ${rating} stars: show them`
      }
      className="-my-2 inline-block py-2 underline underline-offset-4"
    >
      <Count of={withheld} />
    </Link>
  )
}
