// Column names are normalised: lower case, without spaces, `_`, `.` and `-`. The first format whose columns all match is
// used, so the generic format comes last.

export type BalanceFormat = {
  /** The name is stable, because imports store it. */
  name: string
  label: string
  /** Name of the source platform. A member has one grant per source, and a later file from that source updates it. */
  source: string
  /** The header needs at least one column of each list. */
  required: readonly (readonly string[])[]
  fields: Record<'email' | 'points' | 'spent' | 'pending' | 'date', readonly string[]>
}

const email = ['email', 'emailaddress', 'customeremail']

export const formats: readonly BalanceFormat[] = [
  {
    name: 'loyaltylion_balances',
    label: 'LoyaltyLion',
    source: 'loyaltylion',
    required: [email, ['pointsapproved', 'approvedpoints']],
    fields: {
      email,
      points: ['pointsapproved', 'approvedpoints'],
      spent: [],
      pending: ['pointspending', 'pendingpoints'],
      date: [],
    },
  },
  {
    // An export with selected columns has one column for all points ever earned and one for spent points.
    name: 'loyaltylion_balances_earned',
    label: 'LoyaltyLion',
    source: 'loyaltylion',
    required: [
      email,
      ['totalpointsearned', 'pointsearned'],
      ['totalpointsspent', 'pointsspent'],
      ['pointspending', 'pendingpoints'],
    ],
    fields: {
      email,
      points: ['totalpointsearned', 'pointsearned'],
      spent: ['totalpointsspent', 'pointsspent'],
      pending: ['pointspending', 'pendingpoints'],
      date: [],
    },
  },
  {
    name: 'yotpo_balances',
    label: 'Yotpo',
    source: 'yotpo',
    required: [email, ['pointsbalance'], ['pointsearned', 'pointsspent', 'viptiername', 'fullname', 'anniversary']],
    fields: { email, points: ['pointsbalance'], spent: [], pending: [], date: [] },
  },
  {
    name: 'smile_balances',
    label: 'Smile',
    source: 'smile',
    required: [
      email,
      ['pointsbalance', 'points'],
      ['memberstatus', 'state', 'viptier', 'referralurl', 'dateofbirth', 'status'],
    ],
    fields: { email, points: ['pointsbalance', 'points'], spent: [], pending: [], date: [] },
  },
  {
    name: 'generic_balances',
    label: 'another platform',
    source: 'file',
    required: [email, ['points', 'balance', 'pointsbalance', 'availablepoints', 'currentpoints']],
    fields: {
      email,
      points: ['points', 'balance', 'pointsbalance', 'availablepoints', 'currentpoints'],
      spent: [],
      pending: ['pendingpoints', 'pending'],
      date: ['grantedat', 'earnedat', 'date'],
    },
  },
]
