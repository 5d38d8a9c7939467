#!/usr/bin/env bash
# canonicalize 4.0.0 and json-canonicalize 3.0.1 (npm): two implementations of RFC 8785 write different bytes, or invalid JSON, for objects
# that JSON.stringify accepts.
#
# A member whose value is a function is written as the word `undefined` by both, which no parser reads. A hole in an array becomes
# `[1,,2]` in one and disappears in the other (JSON.stringify: null). RFC 8785 section 3.2.2.2 requires an error for a lone surrogate.
# One of them refuses it, and the other writes it as an escape, so only one of two signers signs such a text.
#
# Seen: the table below. Parse to plain JSON first, and check texts with `isWellFormed()`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts canonicalize@4.0.0 json-canonicalize@3.0.1
cat >try.mjs <<'JS'
import canonicalize from 'canonicalize'
import { canonicalize as jsonCanonicalize } from 'json-canonicalize'

const hole = [1, 0, 2]
delete hole[1]
const values = { function: { a() {}, b: 1 }, hole, surrogate: { a: '\ud800' } }
for (const [name, value] of Object.entries(values)) {
  const written = [JSON.stringify, canonicalize, jsonCanonicalize].map((write) => {
    try {
      return write(value)
    } catch {
      return 'refused'
    }
  })
  console.log(`${name}: ${written.join(' | ')}`)
}
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'SEEN' && echo 'unchanged: the two libraries disagree'
function: {"b":1} | {"a":undefined,"b":1} | {"a":undefined,"b":1}
hole: [1,null,2] | [1,,2] | [1,2]
surrogate: {"a":"\ud800"} | refused | {"a":"\ud800"}
SEEN
