import type { ApiKey } from '../../../api/account/keys.ts'

export const presets = {
  everything: { name: 'Everything its role allows', scopes: undefined, role: undefined },
  reading: { name: 'Read everything', scopes: ['read'], role: 'VIEWER' },
  pushing: { name: 'Push products and orders', scopes: ['products:write', 'orders:write'], role: 'ADMIN' },
  reviews: { name: 'Answer and decide on reviews', scopes: ['reviews:write', 'products:read'], role: 'MEMBER' },
  importing: { name: 'Import and export reviews', scopes: ['imports:write', 'reviews:read'], role: 'MEMBER' },
} as const satisfies Record<
  string,
  { name: string; scopes: readonly string[] | undefined; role: ApiKey['role'] | undefined }
>

export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

export function findPreset(scopes: readonly string[] | undefined): Preset | undefined {
  const text = scopes && [...scopes].sort().join()
  return presetNames.find((each) => {
    const its = presets[each].scopes
    return (its && [...its].sort().join()) === text
  })
}
