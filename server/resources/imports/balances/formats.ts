// The files in which other loyalty platforms hand balances over. Column names are normalised: lower case, without spaces,
// `_`, `.` and `-`. The first whose columns are all there counts, so the narrower ones stand first.

export type BalanceFormat = {
  /** Stable, stored with the import. */
  name: string
  /** For merchants, and the reason in the journal. */
  label: string
  /** A balance of one source is one grant: a later file of it says what the balance is now. */
  source: string
  /** Each list has one column at least in the header. */
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
    // The export whose columns were chosen anew names what was ever earned beside what was spent.
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
