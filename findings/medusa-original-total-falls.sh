#!/usr/bin/env bash
# @medusajs/utils 2.21.2 (npm): `original_total` of an order falls when a returned item is written down as damaged.
#
# Two pieces of 19.90 and shipping of 4.90 are an order of 44.70. One piece comes back and is dismissed. `original_total` of the order
# and of the line now leave that piece out, so it is no longer what the customer once paid. `fulfilled_total` of the line stays.
# Software that reads the gross value of an order has to add `return_dismissed_total` back.
#
# Seen: order 44.7 -> 24.8, line 39.8 -> 19.9, fulfilled 39.8 -> 39.8, dismissed 0 -> 19.9.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @medusajs/utils@2.21.2
cat >try.mjs <<'JS'
import utils from '@medusajs/utils'

function totals(dismissed) {
  const order = {
    currency_code: 'eur',
    items: [
      {
        id: 'item_1',
        unit_price: 19.9,
        quantity: 2,
        detail: {
          quantity: 2,
          fulfilled_quantity: 2,
          shipped_quantity: 2,
          return_requested_quantity: 0,
          return_received_quantity: 0,
          return_dismissed_quantity: dismissed,
          written_off_quantity: 0,
        },
        tax_lines: [],
        adjustments: [],
      },
    ],
    shipping_methods: [{ id: 'ship_1', amount: 4.9, tax_lines: [], adjustments: [] }],
  }
  const counted = utils.decorateCartTotals(order, { includeTaxes: true })
  const [line] = counted.items
  return [counted.original_total, line.original_total, line.fulfilled_total, line.return_dismissed_total].map(Number)
}

for (const dismissed of [0, 1]) {
  const [order, line, fulfilled, back] = totals(dismissed)
  console.log(`dismissed ${dismissed}: order ${order}, line ${line}, fulfilled ${fulfilled}, dismissed total ${back}`)
}
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'SEEN' && echo 'unchanged: original_total leaves out what was returned damaged'
dismissed 0: order 44.7, line 39.8, fulfilled 39.8, dismissed total 0
dismissed 1: order 24.8, line 19.9, fulfilled 39.8, dismissed total 19.9
SEEN
