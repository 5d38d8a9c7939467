import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  moderationKey,
  type Policy,
  type PolicyVersion,
  policyQuery,
  policyVersionQuery,
  policyVersionsQuery,
  savePolicy,
} from '../../api/reviews/moderation.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { ErrorState, Loading } from '../../components/EmptyState.tsx'
import { Field } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { SaveBar } from '../../components/forms/SaveBar.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { formatMoment } from '../../components/values/dates.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'

export function PolicyCard() {
  const storeId = useStoreId()
  const query = useQuery(policyQuery(storeId))
  return (
    <>
      <Card title="The policy in force">
        <Loaded query={query}>{(policy) => <Editor key={policy.sha256} policy={policy} />}</Loaded>
      </Card>
      <Versions />
    </>
  )
}

function Editor({ policy }: { policy: Policy }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const [text, setText] = useState(policy.text)
  const saving = useMutation({
    mutationFn: () => savePolicy(storeId, text),
    onSuccess: ({ version }) => toast(`Version ${version} is in force.`),
    onSettled: () => client.invalidateQueries({ queryKey: moderationKey(storeId) }),
  })
  const isChanged = text !== policy.text
  return (
    <form
      className="grid gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Field
        label={`Version ${policy.version}`}
        hint="Markdown. Authors of rejected reviews read it through the link in their email. Each save creates a version. A decision refers to the version in force at its time."
        error={errorAt(saving.error, '/text')}
      >
        {(field) => (
          <textarea
            {...field}
            className="control h-auto resize-y py-2 font-mono text-sm leading-relaxed"
            dir="auto"
            rows={20}
            maxLength={20_000}
            readOnly={!isAdmin}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {!isAdmin && <p className="text-sm text-quiet">Only an admin or owner can change it.</p>}
      <SaveBar
        label="Save as a new version"
        isChanged={isChanged}
        isBusy={saving.isPending}
        error={remainingError(saving.error, ['/text'])}
        onDiscard={() => setText(policy.text)}
      />
    </form>
  )
}

function Versions() {
  const storeId = useStoreId()
  const list = useInfiniteQuery(policyVersionsQuery(storeId))
  const [open, setOpen] = useState<number>()
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Card title="Versions">
      {!list.data ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          <ul className="grid divide-y divide-line pt-2">
            {rows.map((version) => (
              <Version key={version.version} version={version} onOpen={() => setOpen(version.version)} />
            ))}
          </ul>
          <LoadMore {...list} />
        </>
      )}
      {open !== undefined && <VersionDialog version={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

function Version({ version: { version, inForce, createdAt }, onOpen }: { version: PolicyVersion; onOpen(): void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-2.5 text-sm">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">Version {version}</span>
        {inForce && <Badge tone="good">In force</Badge>}
        <span className="text-quiet">{createdAt ? formatMoment(createdAt) : 'Included with the service'}</span>
      </span>
      <Button size="small" look="quiet" aria-label={`Read version ${version}`} onClick={onOpen}>
        Read
      </Button>
    </li>
  )
}

function VersionDialog({ version, onClose }: { version: number; onClose(): void }) {
  const query = useQuery(policyVersionQuery(useStoreId(), version))
  return (
    <Dialog title={`Version ${version}`} size="wide" onClose={onClose}>
      <Loaded query={query}>
        {({ text }) => (
          <p dir="auto" className="text-sm break-words whitespace-pre-line">
            {text}
          </p>
        )}
      </Loaded>
    </Dialog>
  )
}
