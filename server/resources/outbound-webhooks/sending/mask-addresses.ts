// Masks shoppers' addresses for endpoints without a signed-in maker, as API responses to keys do. Pure.
import { last4 } from '#platform/values/mask.ts'

const isAddress = (name: string) => /^email$|Email$/.test(name)
const isTelephone = (name: string) => /^phone$|Phone$/.test(name)
const mayHoldOne = /"\w*(?:[eE]mail|[pP]hone)":/

const maskedName = (name: string) => `${name}Last4`

/** Removes whole addresses and telephone numbers from the data of an event. All other text is unchanged, byte for byte. */
export function maskAddresses(data: string): string {
  return mayHoldOne.test(data) ? JSON.stringify(masked(JSON.parse(data))) : data
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      if (isTelephone(name)) return []
      if (isAddress(name)) return [[maskedName(name), typeof each === 'string' ? last4(each) : null]]
      return [[name, masked(each)]]
    }),
  )
}

type DataSchema = { properties: Record<string, object>; required?: string[] }

export function withMaskedFields({ properties, required = [] }: DataSchema): Required<DataSchema> {
  const fields = Object.entries(properties).flatMap(([name, schema]): [string, object][] =>
    isAddress(name)
      ? [
          [name, schema],
          [
            maskedName(name),
            {
              type: 'string',
              description: `Masked form of \`${name}\`. Only for webhooks that no signed-in person made.`,
              examples: ['.doe'],
            },
          ],
        ]
      : [[name, schema]],
  )
  const isAlwaysThere = (name: string) => !isAddress(name) && !isTelephone(name)
  return { properties: Object.fromEntries(fields), required: required.filter(isAlwaysThere) }
}
