// Version 1 of every store's policy. It never changes, because decisions refer to it, and a test checks its hash.

export const firstPolicy = `# How we moderate reviews

We publish what customers write about our products, whether they praise them or not. The number of stars is never a reason to hold a review back, and neither is criticism, however sharp, as long as it is about the product, the order or our service.

## Before a review is published

A person reads every review, the good and the bad ones by the same rules and in the order in which they come in. We do not change what was written. A review is published whole or not at all; a photo that shows what it must not may be left out.

## What we do not publish

We hold back a review only for one of these reasons, and we note which one it was:

- **Spam**: advertising, links to other offers, or text made by a program.
- **Offensive**: insults, threats, hatred, or words meant to hurt somebody.
- **Off topic**: it is about something other than the product, the order or our service.
- **Fake**: there are signs that its author does not know the product, or was paid to write.
- **Privacy**: it gives away names, addresses or other details of people who did not agree to it.
- **Illegal**: publishing it would break the law.
- **Insider**: its author works for us, for a competitor or for the maker of the product.
- **Duplicate**: the same customer has said the same about the same product before.
- **Withdrawn**: its author asked us to take it down.
- **Other**: something else stands in the way. This is rare, and we explain it when we are asked.

## If your review was not published

When we reject a review, we write to its author, name the reason, and send a link. Behind it you can read these rules and tell us why you see it differently, once for each decision. We look at it again within 14 days, if we can by somebody else than the person who decided first, and tell you the result.

## What has changed

These rules have versions. Every decision is kept with the version that was in force when it was made, and earlier versions stay readable.
`
