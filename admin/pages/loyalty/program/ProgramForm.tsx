import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { loyaltyKey, type Program, programQuery, updateProgram } from '../../../api/loyalty.ts'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { SaveBar } from '../../../components/forms/SaveBar.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { ExampleCard } from './ExampleCard.tsx'
import { ExpiryFields } from './ExpiryFields.tsx'
import { MemberCard } from './MemberCard.tsx'
import { OrderFields, ProgramFields } from './ProgramFields.tsx'
import { type FieldsProps, findChanges, type ProgramValues, toValues } from './program-form.ts'
import { Section } from './Section.tsx'
import { SpendCard } from './SpendCard.tsx'
import { StartCard } from './StartCard.tsx'
import { summarizeExpiry, summarizeOrders, summarizeTiers } from './summaries.ts'
import { TierFields } from './TierFields.tsx'
import { WaysCard } from './WaysCard.tsx'

const fields = [
  '/pointsPerUnit',
  '/holdDays',
  '/currency',
  '/timezone',
  '/expiry',
  '/tiers',
  '/birthdayPoints',
  '/reviewPoints',
  '/referral',
]

export function ProgramForm({ program }: { program: Program }) {
  const { isAtLeast } = useRole()
  const kept = toValues(program)
  const [edited, setEdited] = useState<ProgramValues>()
  const values = edited ?? kept
  const isChanged = JSON.stringify(values) !== JSON.stringify(kept)
  const keep = useKeep(kept, () => setEdited(undefined))
  const set = (change: Partial<ProgramValues>) => {
    if (keep.error) keep.reset()
    setEdited({ ...values, ...change })
  }
  const isRefused = (...paths: string[]) => errorAt(keep.error, ...paths) !== undefined
  const props: FieldsProps = { values, set, error: (path) => errorAt(keep.error, path) }
  // A program that is off needs its switch first. The header shows that a program is on.
  const switches = <ProgramFields values={values} set={set} isNew={program.startsAt === null} />
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 gap-6">
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            keep.mutate(values)
          }}
          className="grid min-w-0 gap-6"
        >
          {isAtLeast('ADMIN') && program.startsAt === null && <StartCard program={program} />}
          {!isAtLeast('ADMIN') && <Notice icon="lock">Only owners and admins can change this.</Notice>}
          <fieldset disabled={!isAtLeast('ADMIN') || keep.isPending} className="grid min-w-0 gap-6">
            {!kept.enabled && switches}
            <WaysCard {...props} />
            <Card>
              <Section
                title="Orders that count"
                summary={summarizeOrders(values)}
                hasError={isRefused('/holdDays', '/currency', '/timezone')}
              >
                <OrderFields {...props} />
              </Section>
              <Section title="Tiers" summary={summarizeTiers(values)} hasError={isRefused('/tiers')}>
                <TierFields {...props} />
              </Section>
              <Section title="Expiry" summary={summarizeExpiry(values)} hasError={isRefused('/expiry')}>
                <ExpiryFields {...props} />
              </Section>
            </Card>
            {kept.enabled && switches}
          </fieldset>
          <SaveBar
            isChanged={isChanged}
            isBusy={keep.isPending}
            error={keep.error ? (remainingError(keep.error, fields) ?? 'Correct the fields above.') : undefined}
            onDiscard={() => {
              setEdited(undefined)
              keep.reset()
            }}
          />
        </form>
        <ExampleCard values={values} />
      </div>
      <div className="grid min-w-0 gap-6">
        <SpendCard />
        <MemberCard values={values} explained={isChanged ? [] : program.explained} />
      </div>
    </div>
  )
}

function useKeep(kept: ProgramValues, onKept: () => void) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: ProgramValues) => updateProgram(storeId, findChanges(values, kept)),
    onSuccess: async (saved) => {
      queryClient.setQueryData(programQuery(storeId).queryKey, saved)
      onKept()
      toast(saved.enabled ? 'Saved. Balances are recalculated within seconds.' : 'Saved')
      await queryClient.invalidateQueries({ queryKey: loyaltyKey(storeId) })
    },
  })
}
