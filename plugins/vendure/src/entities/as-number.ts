/** PostgreSQL and MySQL return a bigint as text. */
export const asNumber = { to: (value: unknown) => value, from: Number }
