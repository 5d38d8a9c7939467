import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type EvidenceSettings,
  evidenceSettingsQuery,
  moderationKey,
  saveEvidenceSettings,
} from '../../api/reviews/moderation.ts'
import { Button } from '../../components/Button.tsx'
import { Switch } from '../../components/forms/Choice.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'

export function MeterSettings() {
  const storeId = useStoreId()
  const query = useQuery(evidenceSettingsQuery(storeId))
  return (
    <Card title="Settings of the meter">
      <Loaded query={query}>{(settings) => <Form key={JSON.stringify(settings)} settings={settings} />}</Loaded>
    </Card>
  )
}

function Form({ settings }: { settings: EvidenceSettings }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const [points, setPoints] = useState(String(Math.round(settings.alertGap * 1000) / 10))
  const [publicMeter, setPublicMeter] = useState(settings.publicMeter)
  const saving = useMutation({
    mutationFn: () =>
      saveEvidenceSettings(storeId, { publicMeter, alertGap: Math.round(Number(points) * 1000) / 100_000 }),
    onSuccess: () => toast('Saved.'),
    onSettled: () => client.invalidateQueries({ queryKey: moderationKey(storeId) }),
  })
  const rest = remainingError(saving.error, ['/alertGap'])
  return (
    <form
      className="grid max-w-[34rem] gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Switch
        label="Publish the share of withheld reviews"
        hint={
          <>
            The last 30 days by stars, on{' '}
            <a className="underline" href={`/evidence/${storeId}`} target="_blank" rel="noreferrer">
              the page that explains how your reviews are checked
            </a>
            .
          </>
        }
        isOn={publicMeter}
        isDisabled={!isAdmin}
        onChange={setPublicMeter}
      />
      <TextField
        label="Alert owners at a gap of (percentage points)"
        hint="Owners get one email when the gap of the last 30 days reaches this, if at least ten low ratings were decided."
        type="number"
        inputMode="decimal"
        min={0}
        max={100}
        step="any"
        required
        disabled={!isAdmin}
        value={points}
        error={errorAt(saving.error, '/alertGap')}
        onChange={(event) => setPoints(event.target.value)}
      />
      {rest && <Notice tone="danger">{rest}</Notice>}
      {isAdmin ? (
        <div>
          <Button type="submit" isBusy={saving.isPending}>
            Save
          </Button>
        </div>
      ) : (
        <p className="text-sm text-quiet">Only an admin or owner can change this.</p>
      )}
    </form>
  )
}
