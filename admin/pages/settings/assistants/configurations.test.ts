import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTools } from '../../../../server/entry/mcp.ts'
import { type Access, buildAddress, configurationsFor, type Way } from './configurations.ts'

const origin = 'https://reviews.acme.example'
const ways: Way[] = ['sign-in', 'key']
const accesses: Access[] = ['all', 'read', 'reviews']

test('each configuration has the URL, and a key if the client sends one', () => {
  for (const way of ways)
    for (const access of accesses)
      for (const { name, code } of configurationsFor(origin, way, access)) {
        const at = `${name}, ${way}, ${access}`
        assert.ok(code.includes(`"${buildAddress(origin, access)}"`), at)
        assert.equal(/Authorization/.test(code), way === 'key', at)
        assert.equal(/evnt_YOUR_KEY|input:evident-key/.test(code), way === 'key', at)
      }
})

test('configuration files are valid JSON', () => {
  for (const way of ways)
    for (const { code } of configurationsFor(origin, way, 'read').slice(1)) assert.ok(JSON.parse(code))
})

test('a URL with limited tools names only existing toolsets, one of which has list_stores', () => {
  const named = new URL(buildAddress(origin, 'reviews')).searchParams.get('toolsets')?.split(',') ?? []
  const toolsets = new Set(allTools().map(({ toolset }) => toolset))
  assert.deepEqual(
    named.filter((each) => !toolsets.has(each)),
    [],
  )
  assert.ok(allTools().some(({ name, toolset }) => name === 'list_stores' && named.includes(toolset)))
})
