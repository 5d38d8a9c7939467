#!/usr/bin/env bash
# n8n-workflow 2.41.0 (npm, as in n8n 2.41.1): a second `Workflow` over the same static data hides a change of the first.
#
# n8n saves the static data of a workflow only if `staticData.__dataChanged` is true. The constructor of `Workflow` sets that mark
# to false on the object that it gets. n8n 2.41.1 constructs a second `Workflow` when a webhook starts an execution, before it
# saves. So what a trigger's `webhook()` stores is lost, unless the node answers the call itself.
#
# Seen: the mark is true after the change, and false after the second constructor. The change is still in the object.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts n8n-workflow@2.41.0
cat >try.cjs <<'JS'
const { Workflow } = require('n8n-workflow')

const node = { id: '1', name: 'Trigger', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} }
const nodeTypes = { getByNameAndVersion: () => ({ description: { properties: [] } }), getByName: () => ({}), getKnownTypes: () => ({}) }
const staticData = JSON.parse('{"node:Trigger":{"secret":"a"}}')
const open = () => new Workflow({ id: 'w', nodes: [node], connections: {}, active: true, nodeTypes, staticData })

const first = open()
first.getStaticData('node', node).seen = ['event-1']
const before = first.staticData.__dataChanged
open()
const after = first.staticData.__dataChanged
console.log(JSON.stringify({ before, after, stored: first.staticData }))
if (before !== true || after !== false) process.exit(1)
JS
node try.cjs
