import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
  changePlacement,
  duplicatePlacement,
  type Placement,
  placementsKey,
  placementsQuery,
  removePlacement,
} from '../../api/content/placements.ts'
import { firstRunQuery } from '../../api/first-run.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { nameCopy, useDuplicate } from '../../components/DuplicateButton.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { RowActs } from '../../components/lists/RowActs.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { formatDay } from '../../components/values/dates.ts'
import { FilteredList, ListPage, type Make } from '../../shell/ListPage.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { SnippetCard, useSnippet } from '../widgets/SnippetCard.tsx'
import { WidgetPicture } from '../widgets/WidgetPicture.tsx'
import { WidgetTabs } from '../widgets/WidgetTabs.tsx'
import { placementsScript } from '../widgets/widgets.ts'
import { formatPlace, formatRule, widgetNames } from './names.ts'
import { PlacementDialog } from './PlacementDialog.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { pageTypeNames } from './search.ts'

type Act = 'duplicate' | 'edit' | 'preview' | 'publish' | 'unpublish' | 'delete'
type Open = { as: Exclude<Act, 'duplicate'>; id: string }

export function PlacementsPage() {
  return (
    <ListPage
      title="Placements"
      intro="Add one script. Then place widgets without editing your theme again."
      writer="ADMIN"
      makeLabel="Place a widget"
      dialog={(onClose) => <PlacementDialog onClose={onClose} />}
    >
      {(make) => (
        <>
          <WidgetTabs />
          <ListAndScript make={make} />
        </>
      )}
    </ListPage>
  )
}

/** Nothing is shown without the script, so it is first until a page of the shop has loaded it. */
function ListAndScript({ make }: { make: Make | undefined }) {
  const { isAwaited } = useScript()
  return (
    <>
      {isAwaited && <ScriptCard />}
      <Placements make={make} />
      {!isAwaited && <ScriptCard />}
    </>
  )
}

const unchanged = { attributes: {}, properties: {} }

/** The service stores the day on which a page of the shop last asked for its placements. */
function useScript() {
  const { data } = useQuery(firstRunQuery(useStoreId()))
  const seen = data?.widgets.find(({ widget }) => widget === 'placements')
  return { seen, isLoading: data === undefined, isAwaited: data !== undefined && seen === undefined }
}

function ScriptCard() {
  const snippet = useSnippet(placementsScript, unchanged, true)
  const { seen, isLoading, isAwaited } = useScript()
  const [isOpen, setIsOpen] = useState(false)
  if (isLoading) return null
  if (seen && !isOpen)
    return (
      <Card>
        <p className="flex flex-wrap items-center gap-2 px-5 py-3.5 text-sm">
          <Badge tone="good">Found in your shop</Badge>
          <span className="text-quiet">Last seen on {formatDay(seen.lastSeenAt)}.</span>
          <Button size="small" className="ml-auto" onClick={() => setIsOpen(true)}>
            Show the script
          </Button>
        </p>
      </Card>
    )
  return (
    <SnippetCard widget={placementsScript} snippet={snippet} chosen={unchanged} title="Add the script once">
      {isAwaited && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Badge tone="warn">Not seen yet</Badge>
          <span className="text-quiet">This changes when a page of your shop loads the script.</span>
        </p>
      )}
    </SnippetCard>
  )
}

function Placements({ make }: { make: Make | undefined }) {
  const { isAtLeast } = useRole()
  const { pageType } = useSearch({ from: '/signed-in/stores/$storeId/placements' })
  const navigate = useNavigate()
  const storeId = useStoreId()
  const list = useInfiniteQuery(placementsQuery(storeId, { pageType }))
  const [open, setOpen] = useState<Open>()
  const duplicate = useDuplicate(placementsKey(storeId))
  const { isAwaited } = useScript()
  const act = (as: Act, row: Placement) =>
    as === 'duplicate'
      ? duplicate.mutate(() => duplicatePlacement(storeId, row, nameCopy(row.name, 120)))
      : setOpen({ as, id: row.id })
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const row = open && rows.find(({ id }) => id === open.id)
  return (
    <>
      <FilteredList
        list={list}
        caption="Placements"
        columns={buildColumns(act, make !== undefined, isAtLeast('MEMBER'), isAwaited).filter(
          ({ header }) => header !== 'Priority' || rows.some(({ priority }) => priority !== 0),
        )}
        filter={{
          label: 'Pages',
          all: 'All page types',
          names: pageTypeNames,
          value: pageType,
          onChange: (next) => void navigate({ to: '.', search: { pageType: next } }),
        }}
        none={{
          icon: 'copy',
          title: 'No placements yet',
          filtered: 'No placements on these pages',
          meaning: 'Add the script to your pages first. Then place widgets here and preview them before you publish.',
        }}
        make={make}
      />
      {open && row && <Dialogs as={open.as} row={row} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Dialogs({ as, row, onClose }: { as: Open['as']; row: Placement; onClose(): void }) {
  if (as === 'edit') return <PlacementDialog placement={row} onClose={onClose} />
  if (as === 'preview') return <PreviewDialog placement={row} onClose={onClose} />
  return <Confirm as={as} row={row} onClose={onClose} />
}

const asked = {
  publish: ['Publish this placement?', 'Publish', 'Shoppers see it from the next page they open.'],
  unpublish: ['Unpublish this placement?', 'Unpublish', 'Shoppers no longer see it. It stays here as a draft.'],
  delete: ['Delete this placement?', 'Delete', 'The content that it shows stays. This cannot be undone.'],
} as const

function Confirm({ as, row, onClose }: { as: keyof typeof asked; row: Placement; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const [title, label, text] = asked[as]
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      isDangerous={as === 'delete'}
      act={() =>
        as === 'delete'
          ? removePlacement(storeId, row.id)
          : changePlacement(storeId, row.id, { status: as === 'publish' ? 'published' : 'draft' })
      }
      onDone={() => {
        toast({ publish: 'Shoppers see it now.', unpublish: 'Shoppers no longer see it.', delete: 'Deleted' }[as])
        void client.invalidateQueries({ queryKey: placementsKey(storeId) })
      }}
      onClose={onClose}
    >
      <p dir="auto" className="font-medium wrap-anywhere">
        {row.name}
      </p>
      <p>{text}</p>
    </ConfirmDialog>
  )
}

const buildColumns = (
  onAct: (as: Act, row: Placement) => void,
  mayWrite: boolean,
  mayLook: boolean,
  isScriptAwaited: boolean,
): Column<Placement>[] => [
  {
    header: 'Placement',
    cell: (row) => (
      <span className="flex items-center gap-3">
        <WidgetPicture name={row.widget === 'review_form' ? 'form' : row.widget} />
        <span className="grid min-w-0">
          <span dir="auto" className="font-semibold wrap-anywhere">
            {row.name}
          </span>
          <span className="text-xs text-quiet">{widgetNames[row.widget]}</span>
        </span>
      </span>
    ),
  },
  {
    header: 'Where',
    cell: (row) => (
      <span className="grid">
        <span>{[pageTypeNames[row.pageType], formatRule(row)].filter(Boolean).join(', ')}</span>
        <span className="text-xs text-quiet">
          {formatPlace(row)}{' '}
          {row.selector !== 'main' && <code className="font-mono wrap-anywhere">{row.selector}</code>}
        </span>
      </span>
    ),
  },
  {
    header: 'Status',
    cell: (row) => {
      const [name, tone] = chooseStatus(row, serverNowMs(), isScriptAwaited)
      return <Badge tone={tone}>{name}</Badge>
    },
  },
  { header: 'Priority', align: 'right', cell: ({ priority }) => priority.toLocaleString(shownLocale) },
  {
    header: 'Change',
    isHeaderHidden: true,
    align: 'right',
    cell: (row) => (
      <RowActs acts={listActs(row, mayWrite, mayLook)} buttons={2} of={row.name} onAct={(as) => onAct(as, row)} />
    ),
  },
]

function chooseStatus({ status, startsAt, endsAt }: Placement, now: number, isScriptAwaited: boolean): [string, Tone] {
  if (status === 'draft') return ['Draft', 'plain']
  if (endsAt !== null && Date.parse(endsAt) <= now) return ['Over', 'plain']
  if (startsAt !== null && Date.parse(startsAt) > now) return ['Not started', 'warn']
  return isScriptAwaited ? ['Waiting for script', 'warn'] : ['Published', 'good']
}

const listActs = ({ status }: Placement, mayWrite: boolean, mayLook: boolean): [Act, string][] =>
  mayWrite
    ? [
        ['edit', 'Edit'],
        ['preview', 'Preview'],
        status === 'draft' ? ['publish', 'Publish'] : ['unpublish', 'Unpublish'],
        ['duplicate', 'Duplicate'],
        ['delete', 'Delete'],
      ]
    : mayLook
      ? [['preview', 'Preview']]
      : []
