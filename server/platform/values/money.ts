/**
 * ISO 4217 currencies by the number of digits of the minor unit, two by default. `XXX` and `XTS` are not money, so they are
 * missing.
 */
const withDigits: [digits: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  [
    2,
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP ' +
      'COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ' +
      'IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN ' +
      'NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN ' +
      'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  ],
  // These units are traded, but have no minor unit.
  [0, 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XUA'],
  // These currencies were withdrawn in or after 2005. Orders of those years stay valid.
  [0, 'BYR'],
  [
    2,
    'ANG AZM BGN CSD CUC CYP EEK GHC HRK LTL LVL MGF MRO MTL MZM ROL SDD SIT SKK SLL SRG STD TMM TRL VEB VEF ZMK ZWD ZWL ZWN ZWR',
  ],
]

const digitsByCurrency = new Map(
  withDigits.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits])),
)

export const isCurrency = (code: string): boolean => digitsByCurrency.has(code)

/**
 * Formats an amount with at least its currency's decimals, and every further significant digit, so that no value is
 * lost. Unknown currencies have two decimals.
 */
export function formatAmount(amount: string, currency: string | null): string {
  const [sent = '', sentFraction = ''] = amount.split('.')
  const isNegative = sent.startsWith('-')
  const whole = (isNegative ? sent.slice(1) : sent).replace(/^0+(?=\d)/, '')
  const fraction = sentFraction.replace(/0+$/, '').padEnd(digitsByCurrency.get(currency ?? '') ?? 2, '0')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text
}

export const formatAmountOrNull = (amount: string | null, currency: string | null): string | null =>
  amount === null ? null : formatAmount(amount, currency)

/** Amounts are stored and compared in this form. Zero becomes plain `0`, which is also the value of a missing field. */
export function normalizeAmount(amount: string, currency: string | null): string {
  const text = formatAmount(amount, currency)
  return /[1-9]/.test(text) ? text : '0'
}

/** An amount in the currency's smallest units. Throws for a fraction of such a unit. */
export function toMinorUnits(amount: string, currency: string): bigint {
  const digits = digitsByCurrency.get(currency) ?? 2
  const text = formatAmount(amount, currency)
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length > digits)
    throw new RangeError(`${amount} must be a whole number of the smallest unit of ${currency}.`)
  return BigInt(whole + fraction.padEnd(digits, '0'))
}

export function fromMinorUnits(units: bigint, currency: string): string {
  const digits = digitsByCurrency.get(currency) ?? 2
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  const sign = units < 0n ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `units × numerator / denominator`, rounded half away from zero. */
export function share(units: bigint, numerator: bigint, denominator: bigint): bigint {
  const doubled = units * numerator * 2n
  const sign = doubled < 0n ? -1n : 1n
  return (doubled + sign * denominator) / (denominator * 2n)
}
