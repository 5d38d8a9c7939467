import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Member, membersQuery } from '../../../api/account/account.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { roleNames } from '../../../shell/store/role-names.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberMenu } from './MemberMenu.tsx'

export function MembersPage() {
  return (
    <NeedsRole needs="VIEWER">
      <Members />
    </NeedsRole>
  )
}

function Members() {
  const { isAtLeast, organization } = useRole()
  const [isInviting, setIsInviting] = useState(false)
  return (
    <Page
      title="Members"
      intro={`People who may work in ${organization}. A change takes effect on the person's next click.`}
      actions={
        isAtLeast('ADMIN') && (
          <Button look="primary" icon="plus" onClick={() => setIsInviting(true)}>
            Invite member
          </Button>
        )
      }
    >
      <Card>
        <MemberList />
      </Card>
      <RoleGuide />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  )
}

function MemberList() {
  const list = useInfiniteQuery(membersQuery(useStoreId()))
  const { data: session } = useQuery(sessionQuery)
  const { isAtLeast } = useRole()
  const columns = buildColumns(session?.user.email, isAtLeast('ADMIN'))
  return <PagedTable list={list} caption="Members" columns={columns} keyOf={(row) => row.id} empty={null} />
}

const buildColumns = (ownEmail: string | undefined, mayManage: boolean): Column<Member>[] => [
  {
    header: 'Person',
    cell: ({ name, email }) => (
      <span className="grid">
        <span className="font-semibold">
          {name || email}
          {email === ownEmail && <span className="font-normal text-quiet"> (you)</span>}
        </span>
        {name && <span className="text-xs break-all text-quiet">{email}</span>}
      </span>
    ),
  },
  { header: 'Role', cell: ({ role }) => roleNames[role] },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ...(mayManage
    ? [
        {
          header: 'Manage',
          isHeaderHidden: true,
          align: 'right' as const,
          cell: (member: Member) => <MemberMenu member={member} isOwn={member.email === ownEmail} />,
        },
      ]
    : []),
]

function StatusBadge({ status }: { status: Member['status'] }) {
  if (status === 'invited') return <Badge tone="warn">Invited</Badge>
  return status === 'active' ? <Badge tone="good">Active</Badge> : <Badge>Deactivated</Badge>
}

function RoleGuide() {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
      {guide.map(([role, text]) => (
        <div key={role}>
          <dt className="font-medium">{role}</dt>
          <dd className="text-quiet">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const guide = [
  ['Owner', 'Everything, including billing. Only owners can add, change or remove owners. One owner always stays.'],
  ['Admin', 'Members, stores, keys, the review feed and the audit log.'],
  ['Member', 'Moderates and answers reviews, and imports them.'],
  ['Viewer', 'Sees everything in the stores and changes nothing.'],
] as const
