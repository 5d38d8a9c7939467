import { Button, IconButton } from '../../../components/Button.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import type { FieldsProps } from './program-form.ts'

const maxTiers = 10
const maxPoints = 100_000_000

export function TierFields({ values: { tiers }, set, error }: FieldsProps) {
  const change = (at: number, tier: Partial<(typeof tiers)[number]>) =>
    set({ tiers: tiers.map((each, i) => (i === at ? { ...each, ...tier } : each)) })
  return (
    <div className="grid gap-4">
      <p className="text-sm text-quiet">
        Members reach a tier with the points they earned in total, minus refunds. Spending points never lowers a tier.
      </p>
      {tiers.map((tier, at) => (
        <div
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
        >
          <TextField
            label={`Name of tier ${at + 1}`}
            required
            maxLength={60}
            value={tier.name}
            error={error(`/tiers/${at}`)}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <div className="max-sm:col-span-2 max-sm:row-start-2">
            <NumberField
              label="From"
              unit="points on"
              min={0}
              max={maxPoints}
              value={tier.threshold}
              onChange={(threshold) => change(at, { threshold })}
            />
          </div>
          <IconButton
            icon="trash"
            label={`Remove ${tier.name || `tier ${at + 1}`}`}
            className="mt-7"
            onClick={() => set({ tiers: tiers.filter((_, i) => i !== at) })}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon="plus"
          disabled={tiers.length >= maxTiers}
          onClick={() => set({ tiers: [...tiers, { name: '', threshold: nextThreshold(tiers) }] })}
        >
          Add tier
        </Button>
      </div>
    </div>
  )
}

const nextThreshold = (tiers: readonly { threshold: number }[]) =>
  tiers.length === 0 ? 500 : Math.min(maxPoints, 2 * Math.max(...tiers.map(({ threshold }) => threshold || 0), 250))
