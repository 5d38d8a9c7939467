import assert from 'node:assert/strict'
import test from 'node:test'
import { acceptedCodings } from './accept-encoding.ts'

test('gzip is used only when the client accepts it', () => {
  const takesGzip = (header: string | undefined) => acceptedCodings(header)('gzip')
  for (const asked of ['gzip', 'deflate, GZIP', '*', 'br;q=1, gzip;q=0.1']) assert.ok(takesGzip(asked), asked)
  for (const not of [undefined, '', 'identity', 'br', 'gzip;q=0', '*;q=0', 'gzip;q=0, *'])
    assert.ok(!takesGzip(not), String(not))
})
