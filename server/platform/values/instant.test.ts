import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInstant } from './instant.ts'

test('an instant must have an offset and an existing day', () => {
  for (const text of [
    '2026-11-21T01:43:00Z',
    '2026-11-21T01:43:00.1Z',
    '2026-11-21T01:43:00.123456789+05:30',
    '2024-02-29T23:59:59-15:59',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ])
    assert.ok(isInstant(text), text)
})

test('texts that JavaScript and PostgreSQL parse differently are refused as instants', () => {
  for (const text of [
    '',
    'now',
    'infinity',
    '2026-11-21',
    '2026-11-21T01:43Z',
    '2026-11-21T01:43:00',
    '2026-11-21 01:43:00Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-06-30T23:59:60Z',
    '2026-01-01T00:00:00+16:00',
    '2026-01-01T00:00:00.Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+275760-09-13T00:00:00Z',
    '2026-01-01T00:00:00Z\n',
  ])
    assert.ok(!isInstant(text), text)
})
