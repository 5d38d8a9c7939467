import { type Static, Type } from 'typebox'

export const defaults = { publicMeter: false, alertGap: 0.1, publicEntries: false }

export const EvidenceSettings = Type.Object(
  {
    publicMeter: Type.Boolean({
      description: 'Whether the public evidence page shows the share of withheld reviews.',
    }),
    alertGap: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Gap that triggers a warning to the owners: withheld share of low ratings minus that of high ratings. 0.1 means ten percentage points.',
    }),
    publicEntries: Type.Boolean({
      description:
        'Whether everybody can read the entries of the ledger as tiles. They show the stars of withheld reviews, and no texts or names.',
    }),
  },
  { title: 'EvidenceSettings' },
)
export type EvidenceSettings = Static<typeof EvidenceSettings>

export const SettingsChange = Type.Partial(EvidenceSettings, {
  title: 'EvidenceSettingsChange',
  description: 'Changes of the settings. Omitted fields keep their values.',
})
export type SettingsChange = Static<typeof SettingsChange>
