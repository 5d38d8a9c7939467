import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '#platform/values/wire.ts'

export const witnessStates = ['ok', 'waiting', 'unknown_log', 'refused', 'unreachable'] as const
export type WitnessState = (typeof witnessStates)[number]

export const ListedWitness = Type.Object(
  {
    name: Type.String({ description: 'Name of the witness, as in its key.', examples: ['witness.example/w1'] }),
    vkey: Type.String({
      description: 'C2SP verifier key of the witness.',
      examples: ['witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X'],
    }),
    url: Type.String({
      description: 'Address that the signed heads of the ledger are sent to.',
      examples: ['https://witness.example'],
    }),
    state: OneOf(witnessStates, {
      description:
        'Result of the last offer. `waiting`: no head was offered yet, or the witness is busy. `unknown_log`: the operator of the witness has to add the key of the ledger. `refused`: the witness did not accept the newest head, or an entry was changed in the database.',
    }),
    size: Type.Integer({
      description: 'Number of ledger entries that the newest cosigned head covers. 0 before the first.',
    }),
    at: Nullable(
      Type.String({ format: 'date-time', description: 'Time of the newest cosignature. Null before the first.' }),
    ),
    message: Nullable(
      Type.String({
        description: 'Reason for the state. Null before the first offer, and if the witness has signed.',
        examples: ['No answer: timeout.'],
      }),
    ),
  },
  { title: 'Witness' },
)
export type ListedWitness = Static<typeof ListedWitness>

export const Witnesses = Type.Object({
  data: Type.Array(ListedWitness, { description: "Witnesses of this store's ledger, sorted by name." }),
})
