import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  restoreWebPage,
  versionsQuery,
  type WebPage,
  type WebPageVersion,
  webPagesKey,
} from '../../api/content/web-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

type Props = { page: WebPage; mayRestore: boolean; onRestored(page: WebPage): void }

export function VersionsCard({ page, mayRestore, onRestored }: Props) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const list = useInfiniteQuery(versionsQuery(storeId, page.id))
  const restoring = useMutation({
    mutationFn: (version: number) => restoreWebPage(storeId, page.id, version),
    onSuccess: (restored, version) => {
      onRestored(restored)
      toast(`Version ${version} was restored as version ${restored.version}.`)
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: webPagesKey(storeId) }),
  })
  const columns: Column<WebPageVersion>[] = [
    {
      header: 'Version',
      cell: ({ version, title, isPublished }) => (
        <span className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{version}</span>
            {isPublished && <Badge tone="good">Published</Badge>}
            {version === page.version && <Badge>Newest</Badge>}
          </span>
          <span dir="auto" className="text-xs text-quiet wrap-anywhere">
            {title}
          </span>
        </span>
      ),
    },
    { header: 'Saved', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      header: '',
      align: 'right',
      cell: ({ version }) =>
        version !== page.version &&
        mayRestore && (
          <Button
            size="small"
            isBusy={restoring.isPending && restoring.variables === version}
            aria-label={`Restore version ${version}`}
            onClick={() => restoring.mutate(version)}
          >
            Restore
          </Button>
        ),
    },
  ]
  return (
    <Card title="Versions">
      <PagedTable
        list={list}
        caption="Versions"
        columns={columns}
        keyOf={({ version }) => String(version)}
        empty={null}
      />
    </Card>
  )
}
