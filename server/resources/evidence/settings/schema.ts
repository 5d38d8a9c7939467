import { type Static, Type } from 'typebox'

export const defaults = { publicMeter: false, alertGap: 0.1 }

export const EvidenceSettings = Type.Object(
  {
    publicMeter: Type.Boolean({
      description: 'Whether the public page of evidence shows how much of what came in is withheld.',
    }),
    alertGap: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'From which gap on between the withheld shares of low and high ratings owners are told: 0.1 are ten points of a hundred.',
    }),
  },
  { title: 'EvidenceSettings' },
)
export type EvidenceSettings = Static<typeof EvidenceSettings>

export const SettingsChange = Type.Partial(EvidenceSettings, {
  title: 'EvidenceSettingsChange',
  description: 'What is not sent stays as it is.',
})
export type SettingsChange = Static<typeof SettingsChange>
