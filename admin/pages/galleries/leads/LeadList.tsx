import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadLeads, type Gallery, type LeadFilters, leadsQuery } from '../../../api/content/galleries.ts'
import { Button } from '../../../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../../../components/EmptyState.tsx'
import { FilterSelect } from '../../../components/forms/Field.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import { SearchBox } from '../../../components/forms/SearchBox.tsx'
import { saveFile } from '../../../components/forms/save-file.ts'
import { LoadMore } from '../../../components/lists/LoadMore.tsx'
import { Card } from '../../../components/Page.tsx'
import { StaleNotice } from '../../../components/StaleNotice.tsx'
import { toast } from '../../../components/toasts.ts'
import { parseChoice } from '../../../shell/search-values.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { LeadRow } from './LeadRow.tsx'
import { leadStatusNames } from './names.ts'

export function LeadList({ gallery, mayChange }: { gallery: Gallery; mayChange: boolean }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [filters, setFilters] = useState<LeadFilters>({})
  const list = useInfiniteQuery(leadsQuery(storeId, gallery.id, filters))
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <SearchBox
          label="Search leads"
          value={filters.q ?? ''}
          onSearch={(q) => setFilters({ ...filters, q: q || undefined })}
        />
        <FilterSelect
          label="Status"
          value={filters.status ?? ''}
          onChange={(event) => setFilters({ ...filters, status: parseChoice(leadStatusNames, event.target.value) })}
        >
          <option value="">All leads</option>
          <Options names={leadStatusNames} />
        </FilterSelect>
        {isAtLeast('ADMIN') && <ExportButton galleryId={gallery.id} filters={filters} />}
      </div>
      {!list.data ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Loading />
        )
      ) : rows.length === 0 ? (
        <NoLeads gallery={gallery} isFiltered={filters.q !== undefined || filters.status !== undefined} />
      ) : (
        <>
          {list.isRefetchError && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
          <ul className="grid divide-y divide-line">
            {rows.map((lead) => (
              <LeadRow key={lead.id} lead={lead} mayChange={mayChange} />
            ))}
          </ul>
          <LoadMore {...list} />
        </>
      )}
    </Card>
  )
}

function NoLeads({ gallery, isFiltered }: { gallery: Gallery; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No such lead">
        No results.
      </EmptyState>
    )
  return (
    <EmptyState icon="inbox" title="No leads yet">
      {gallery.leadForm.enabled
        ? 'Messages from the form of this gallery arrive here.'
        : 'The form of this gallery is off. Turn it on to get messages from visitors here.'}
    </EmptyState>
  )
}

function ExportButton({ galleryId, filters }: { galleryId: string; filters: LeadFilters }) {
  const storeId = useStoreId()
  const exporting = useMutation({
    mutationFn: () => downloadLeads(storeId, galleryId, filters),
    onSuccess: (file) => saveFile(file, 'leads.csv'),
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <Button size="small" icon="download" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
      Export as CSV
    </Button>
  )
}
