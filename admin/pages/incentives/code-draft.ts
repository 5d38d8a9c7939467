import type { Incentive } from '../../api/reviews/incentives.ts'

export type CodeDraft = {
  codes: 'shared' | 'pool' | 'platform'
  code: string
  type: NonNullable<Incentive['value']>['type']
  amount: string
  currency: string
  minimumTotal: string
  validDays: string
}

export const toCodeDraft = (incentive: Incentive | undefined, currency: string): CodeDraft => ({
  codes: incentive?.codes === 'platform' ? 'platform' : incentive?.code ? 'shared' : 'pool',
  code: incentive?.code ?? '',
  type: incentive?.value?.type ?? 'percent',
  amount: incentive?.value?.amount ?? '',
  currency: incentive?.value?.currency ?? currency,
  minimumTotal: incentive?.value?.minimumTotal ?? '',
  validDays: incentive?.value ? (incentive.value.validDays?.toString() ?? '') : '90',
})

export function toCodeBody(draft: CodeDraft): Pick<Incentive, 'code' | 'codes' | 'value'> {
  const { codes, code, type, amount, currency, minimumTotal, validDays } = draft
  if (codes !== 'platform') return { codes: 'own', code: codes === 'shared' ? code.trim() || null : null, value: null }
  const needsCurrency = type === 'fixed_amount' || minimumTotal !== ''
  const value = {
    type,
    amount: type === 'free_shipping' ? null : amount,
    currency: needsCurrency ? currency : null,
    minimumTotal: minimumTotal || null,
    validDays: validDays === '' ? null : Number(validDays),
  }
  return { codes, code: null, value }
}

export const noCodes = { codes: 'own', code: null, value: null } as const
