// The card number sets the bank's response, like Stripe's own test numbers.
import type Stripe from 'stripe'
import { type Account, type Card, StripeFailure } from './account.ts'
import { type Form, readText } from './form.ts'

type Page = { status: number; location?: string; html: string }

const cardNumbers: Record<string, Card> = {
  '4242424242424242': 'good',
  '4000000000000002': 'declined',
  '4000002500003155': 'authenticate',
}

export function renderPage(account: Account, method: string, path: string, sent: Form): Page {
  try {
    const [, kind, id = ''] = path.split('/')
    if (kind === 'pay') return checkout(account, id, method === 'POST' ? sent : undefined)
    if (kind === 'invoice') return invoice(account, id, method === 'POST' ? sent : undefined)
    if (kind === 'portal') return page('Your subscriptions', '<p>Everything about your payments.</p>')
    return page('Not found', '', 404)
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return page('Something went wrong', `<p role="alert">${error.message}</p>`, error.status)
  }
}

function checkout(account: Account, id: string, sent: Form | undefined): Page {
  const session = account.session(id)
  if (session.status !== 'open')
    return page('This page has expired', '<p role="alert">It can be paid no more.</p>', 410)
  const amount = `${session.currency?.toUpperCase()} ${((session.amount_total ?? 0) / 100).toFixed(2)}`
  const form = (refusal = '') =>
    page(
      'Subscribe',
      `<p>${amount} a month</p>${refusal}${cardForm('Pay')}<p><a href="${session.cancel_url ?? '#'}">Back</a></p>`,
    )
  if (!sent) return form()
  const card = chooseCard(sent)
  if (card === 'authenticate' && sent.authenticated !== 'yes')
    return page('Your bank asks', cardForm('Confirm', '<input type="hidden" name="authenticated" value="yes">'))
  const isPaid = account.complete(id, card === 'declined' ? 'declined' : 'good')
  if (!isPaid) return form('<p role="alert">Your card was declined.</p>')
  return { status: 303, location: (session.success_url ?? '').replace('{CHECKOUT_SESSION_ID}', id), html: '' }
}

function invoice(account: Account, id: string, sent: Form | undefined): Page {
  const open: Stripe.Invoice = account.invoice(id)
  if (open.status !== 'open') return page('Invoice', `<p>This invoice is ${open.status}.</p>`)
  if (!sent) return page('Invoice', cardForm('Pay'))
  if (!account.pay(open, chooseCard(sent) === 'declined' ? 'declined' : 'good'))
    return page('Invoice', `<p role="alert">Your card was declined.</p>${cardForm('Pay')}`)
  account.cards.set(open.customer as string, 'good')
  return page('Invoice', '<p>This invoice is paid.</p>')
}

const chooseCard = (sent: Form): Card => cardNumbers[readText(sent.number)?.replaceAll(' ', '') ?? ''] ?? 'declined'

const cardForm = (button: string, more = '') =>
  `<form method="post"><label>Card number <input name="number" value="4242 4242 4242 4242"></label>${more}<button>${button}</button></form>`

const page = (title: string, body: string, status = 200): Page => ({
  status,
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`,
})
