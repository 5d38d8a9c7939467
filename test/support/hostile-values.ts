// Values that match a type and little else. They are meant to break a database, a regular expression or a mail.
import type { Shape } from './operations.ts'

/** Returns values to try for this schema: odd values of its type, and a few values of every other type. */
export function hostileFor({ type, format, enum: words }: Shape): unknown[] {
  const wanted = [type].flat()
  if (words || format === 'uuid') return [...wrong, 'x', '\u0000', '__proto__']
  if (wanted.includes('string')) return format === 'date-time' ? [...instants, ...wrong] : [...texts, ...wrong]
  if (wanted.includes('integer') || wanted.includes('number')) return [...numbers, ...wrong]
  return wrong
}

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufffe',
  '\u202e\u0007\u001b[2J',
  '%',
  '\\',
  "'; drop table reviews; --",
  '{{x}}',
  '<script>',
  '😀'.repeat(200),
  'e\u0301'.repeat(500),
  'x'.repeat(100_000),
  '-0',
  'NaN',
  'null',
  '1e5',
  '1e400',
  '-1',
  '0.0000001',
  '999999999999999.999999',
  '9'.repeat(40),
  '1,00',
  '٣',
  'Infinity',
  'a@b',
  'a@b@c.d',
  `${'a'.repeat(400)}@example.com`,
  '"a b"@example.com',
  'A@EXAMPLE.COM',
  'a@[127.0.0.1]',
  'ü@example.com',
  'a@b.co\r\nbcc: x@y.z',
]
const instants = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-06-30T23:59:60Z',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01T00:00:00-24:00',
  '2026-01-01T00:00:00.123456789123Z',
  '2026-01-01',
  '2026-01-01T00:00:00',
  'infinity',
  'now',
  'epoch',
]
const numbers = [-1, 0, 0.1, 1e-7, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308]
const wrong = [null, true, 0, '', [], {}, [[]], { a: { b: 1 } }]
