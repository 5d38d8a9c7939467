import { useInfiniteQuery } from '@tanstack/react-query'
import { type Import, type ImportOptions, importRowsQuery } from '../../api/shops/imports.ts'
import { Button } from '../../components/Button.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { CheckedFile } from '../../state/chosen-files.ts'
import type { useImport } from './use-import.ts'

type Props = { row: Import; chosen: CheckedFile; sending: ReturnType<typeof useImport> }

/** Asked only if the check found a date whose month is unclear. The answer checks the file again. */
export function DateQuestion({ row, chosen, sending }: Props) {
  const rows = useInfiniteQuery({
    ...importRowsQuery(useStoreId(), row.id, 'failed'),
    enabled: row.failed > 0,
  })
  const isAsked = rows.data?.pages.some(({ data }) => data.some(({ code }) => code === 'ambiguous_date'))
  if (!isAsked) return null
  const checkAgain = (dateOrder: NonNullable<ImportOptions['dateOrder']>) =>
    sending.mutate({ file: chosen.file, options: { ...chosen.options, dateOrder }, dryRun: true })
  return (
    <section aria-labelledby="dates" className="card flex flex-wrap items-center justify-between gap-4 p-5">
      <div className="grid min-w-0 gap-1">
        <h2 id="dates" className="font-semibold tracking-tight">
          Ambiguous dates
        </h2>
        <p className="text-sm text-quiet">
          The file has dates such as 03/04/2024 and does not say which number is the month. These rows fail.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={sending.isPending} onClick={() => checkAgain('dmy')}>
          Read it as 3 April (day first)
        </Button>
        <Button disabled={sending.isPending} onClick={() => checkAgain('mdy')}>
          Read it as March 4 (month first)
        </Button>
      </div>
    </section>
  )
}
