import type { AuditEntry } from '../../../api/account/account.ts'
import { shownLocale } from '../../../components/locale.ts'
import { formatDate, formatDay } from '../../../components/values/dates.ts'
import { roleNames } from '../../../shell/store/role-names.ts'
import { spaced, termOf } from './terms.ts'

/** `store` is the name of the entry's store. */
export type EntryFacts = { target: string; store: string; details: Record<string, unknown> }

/** `says` returns the text that follows the actor's name. */
type EntryText = { label: string; says(facts: EntryFacts): string }

const groups: Record<string, Record<string, [label: string, says: string | ((facts: EntryFacts) => string)]>> = {
  Reviews: {
    'review.approved': ['Review approved', ({ target }) => `approved ${formatReview(target)}`],
    'review.rejected': [
      'Review rejected',
      ({ target, details }) => `rejected ${formatReview(target)}${forReason(details)}`,
    ],
    'review.marked_spam': [
      'Review marked as spam',
      ({ target, details }) => `marked ${formatReview(target)} as spam${forReason(details)}`,
    ],
    'review.reopened': ['Review put back', ({ target }) => `put ${formatReview(target)} back to pending`],
    'review.correction_accepted': [
      'Correction accepted',
      ({ target }) => `accepted the correction of ${formatReview(target)} by its author`,
    ],
    'review.correction_rejected': [
      'Correction rejected',
      ({ target }) => `rejected the correction of ${formatReview(target)} by its author`,
    ],
    'review.content_edited': [
      'Review edited',
      ({ target, details }) => `edited ${listed(details.fields)} of ${formatReview(target)}`,
    ],
    'review.photo_removed': ['Photo removed', 'removed a photo from a review'],
    'review.reports_resolved': [
      'Reports resolved',
      ({ details }) => `resolved ${counted(details.reports, 'report', 'reports')} about a review`,
    ],
    'review.attributes_set': ['Form questions changed', 'changed what the review form asks beside the stars'],
    'review.deleted': ['Review deleted', ({ details }) => `deleted a review${stars(details.rating)}`],
    'reviews.bulk_updated': ['Reviews decided together', bulk],
    'reviews.exported': ['Reviews exported', ({ store }) => `exported reviews of ${store}`],
    'reply_template.created': ['Reply template added', ({ target }) => `added the reply template${quoted(target)}`],
    'reply_template.deleted': ['Reply template deleted', ({ target }) => `deleted the reply template${quoted(target)}`],
    'review_feed.created': ['Review feed created', ({ store }) => `created the review feed of ${store}`],
    'review_feed.rotated': [
      'Address of the review feed changed',
      ({ store }) => `gave the review feed of ${store} a new address`,
    ],
    'review_feed.deleted': ['Review feed deleted', ({ store }) => `deleted the review feed of ${store}`],
    'product.merged': [
      'Products merged',
      ({ target, details }) => `moved the reviews of${quoted(target)} to${quoted(String(details.into ?? ''))}`,
    ],
    'product_group.created': ['Product group created', ({ target }) => `made the product group${quoted(target)}`],
    'product_group.updated': ['Product group changed', ({ target }) => `changed the product group${quoted(target)}`],
    'product_group.deleted': ['Product group deleted', ({ target }) => `deleted the product group${quoted(target)}`],
    'product_groups.settings_updated': [
      'Settings of product groups changed',
      ({ store }) => `changed the settings of product groups of ${store}`,
    ],
    'review_move.started': [
      'Reviews moved',
      ({ target }) => `moved the reviews of${quoted(target)} to another product`,
    ],
    'review_move.undone': ['Move of reviews undone', ({ target }) => `undid the move of reviews of${quoted(target)}`],
    'destination.created': ['Destination added', ({ target }) => `added the destination${quoted(target)}`],
    'destination.changed': ['Destination changed', ({ target }) => `changed the destination${quoted(target)}`],
    'destination.removed': ['Destination removed', ({ target }) => `removed the destination${quoted(target)}`],
    'review_grant.offered': ['Sharing of reviews offered', ({ store }) => `offered to share the reviews of ${store}`],
    'review_grant.accepted': [
      'Sharing of reviews accepted',
      ({ target }) => `accepted the reviews that${quoted(target)} shares`,
    ],
    'review_grant.revoked': [
      'Sharing of reviews ended',
      ({ target }) => `ended the sharing of reviews with${quoted(target)}`,
    ],
    'import.started': [
      'Import started',
      ({ target, details }) => `${details.dryRun ? 'tried out' : 'started'} an import${quoted(target)}`,
    ],
  },
  Evidence: {
    'moderation_policy.changed': [
      'Moderation policy changed',
      ({ store, details }) =>
        `${details.version ? `made version ${details.version}` : 'changed'} the moderation policy of ${store}`,
    ],
    'review_signal.changed': [
      'Signal changed',
      ({ details }) =>
        details.to === details.from
          ? 'changed the note of a signal'
          : details.to === 'open'
            ? 'reopened a signal'
            : details.to === 'confirmed'
              ? 'confirmed a signal'
              : 'dismissed a signal',
    ],
    'appeal.decided': [
      'Appeal decided',
      ({ details }) =>
        details.decision === 'overturned'
          ? 'agreed with an appeal and approved its review'
          : 'upheld the rejection of a review',
    ],
    'evidence_settings.changed': [
      'Settings of evidence changed',
      ({ store }) => `changed what evidence of ${store} is shown`,
    ],
    'evidence_assessment.created': [
      'Yearly assessment requested',
      ({ details }) => `requested the yearly assessment of ${details.year ?? 'a year'}`,
    ],
    'evidence_pack.created': [
      'Evidence pack requested',
      ({ details }) =>
        `requested an evidence pack${details.from ? ` for ${formatDate(String(details.from))} to ${formatDate(String(details.to))}` : ''}`,
    ],
  },
  Insights: {
    'analytics_settings.changed': [
      'Counting of widgets changed',
      ({ details }) => `turned the counting of widgets ${details.widgetCounts ? 'on' : 'off'}`,
    ],
  },
  'On your pages': {
    'gallery.created': ['Gallery created', ({ target }) => `made the gallery${quoted(target)}`],
    'gallery.published': ['Gallery published', ({ target }) => `published the gallery${quoted(target)}`],
    'gallery.unpublished': ['Gallery unpublished', ({ target }) => `unpublished the gallery${quoted(target)}`],
    'gallery.deleted': ['Gallery deleted', ({ target }) => `deleted the gallery${quoted(target)}`],
    'gallery.lead_form_changed': [
      'Lead form changed',
      ({ target }) => `changed the lead form of the gallery${quoted(target)}`,
    ],
    'gallery_lead.deleted': ['Lead deleted', 'deleted a lead of a gallery'],
    'gallery_leads.exported': ['Leads exported', ({ target }) => `exported leads of the gallery${quoted(target)}`],
    'placement.created': ['Placement created', ({ target }) => `made the placement${quoted(target)}`],
    'placement.published': ['Placement published', ({ target }) => `published the placement${quoted(target)}`],
    'placement.unpublished': ['Placement unpublished', ({ target }) => `unpublished the placement${quoted(target)}`],
    'placement.deleted': ['Placement deleted', ({ target }) => `deleted the placement${quoted(target)}`],
    'gallery_item.permission_changed': [
      'Permission of a picture changed',
      'changed the permission of a picture in a gallery',
    ],
    'web_page.created': ['Page created', ({ target }) => `made the page${quoted(target)}`],
    'web_page.published': [
      'Page published',
      ({ target, details }) =>
        `published ${details.version ? `version ${details.version} of ` : ''}the page${quoted(target)}`,
    ],
    'web_page.unpublished': ['Page unpublished', ({ target }) => `unpublished the page${quoted(target)}`],
    'web_page.deleted': ['Page deleted', ({ target }) => `deleted the page${quoted(target)}`],
    'web_pages.handle_changed': [
      'Address of pages changed',
      ({ details }) => `changed the beginning of page addresses${details.to ? ` to ${details.to}` : ''}`,
    ],
    'faq.published': ['FAQ published', ({ target }) => `published the FAQ${quoted(target)}`],
    'faq.unpublished': ['FAQ unpublished', ({ target }) => `unpublished the FAQ${quoted(target)}`],
    'faq.deleted': ['FAQ deleted', ({ target }) => `deleted the FAQ${quoted(target)}`],
    'faq_question.deleted': ['Question deleted', 'deleted a question of a shopper'],
  },
  Sequences: {
    'email_sequence.created': ['Sequence created', ({ target }) => `made the sequence${quoted(target)}`],
    'email_sequence.changed': ['Sequence changed', ({ target }) => `changed the sequence${quoted(target)}`],
    'email_sequence.published': ['Sequence published', ({ target }) => `published the sequence${quoted(target)}`],
    'email_sequence.paused': ['Sequence paused', ({ target }) => `paused the sequence${quoted(target)}`],
    'email_sequence.resumed': ['Sequence resumed', ({ target }) => `resumed the sequence${quoted(target)}`],
    'email_sequence.archived': ['Sequence archived', ({ target }) => `archived the sequence${quoted(target)}`],
    'email_sequence.deleted': ['Sequence deleted', ({ target }) => `deleted the sequence${quoted(target)}`],
    'email_sequence.run_exited': [
      'Person taken out of a sequence',
      ({ target }) => `took somebody out of the sequence${quoted(target)}`,
    ],
  },
  Incentives: {
    'review_incentive.created': ['Incentive written', ({ target }) => `wrote the incentive${quoted(target)}`],
    'review_incentive.changed': ['Incentive changed', ({ target }) => `changed the incentive${quoted(target)}`],
    'review_incentive.deleted': ['Incentive deleted', ({ target }) => `deleted the incentive${quoted(target)}`],
    'review_incentive.codes_added': ['Codes added', ({ target }) => `added codes to the incentive${quoted(target)}`],
  },
  Loyalty: {
    'loyalty_program.changed': ['Loyalty program changed', ({ store }) => `changed the loyalty program of ${store}`],
    'loyalty_journal.exported': ['Points exported', ({ store }) => `exported the journal of points of ${store}`],
    'loyalty_points.granted': [
      'Points granted',
      ({ details }) => (Number(details.points) < 0 ? 'took points from a member' : 'granted a member points'),
    ],
    'loyalty_reward.created': ['Reward added', ({ target }) => `added the reward${quoted(target)}`],
    'loyalty_reward.changed': ['Reward changed', ({ target }) => `changed the reward${quoted(target)}`],
    'loyalty_redemption.reversed': ['Redemption reversed', 'gave the points of a redemption back'],
    'loyalty_referral.decided': [
      'Referral decided',
      ({ details }) => (details.decision === 'block' ? 'blocked a referral' : 'approved a referral'),
    ],
  },
  'Orders and customers': {
    'review_request.asked': [
      'Asked for reviews',
      ({ details }) =>
        `asked ${counted(details.people, 'customer', 'customers')} for a review and stated their consent`,
    ],
    'review_request.link_created': ['Review link shown', 'opened the review link of an order'],
    'review_request.sent_now': ['Review request sent immediately', 'sent the review request of an order immediately'],
    'review_request.skipped': [
      'Review request not sent',
      ({ details }) => `wanted to send the review request of an order immediately; it was skipped${forReason(details)}`,
    ],
    'review_request.cancelled': ['Review request cancelled', 'cancelled the review request of an order'],
    'order.deleted': ['Order removed', 'removed an order'],
    'orders.cleared': [
      'Orders cleared',
      ({ store, details }) => `cleared ${counted(details.cleared, 'order', 'orders')} of ${store}`,
    ],
    'customer.exported': ['Customer exported', 'exported what is known of a customer'],
    'customers.exported': ['Customers exported', ({ store }) => `exported customers of ${store}`],
    'customer.erased': ['Customer erased', 'erased a customer'],
    'customer.erasure_settings_updated': [
      'Erasure settings changed',
      ({ details }) =>
        `chose that reviews of erased customers ${details.mode === 'anonymize' ? 'stay without a name' : 'are deleted'}`,
    ],
  },
  People: {
    'member.invited': [
      'Member invited',
      ({ target, details }) => `invited ${target || 'somebody'}${asRole(details.role)}`,
    ],
    'member.invitation_withdrawn': [
      'Invitation withdrawn',
      ({ target }) => `withdrew the invitation of ${target || 'somebody'}`,
    ],
    'member.joined': ['Member joined', ({ details }) => `joined the organization${asRole(details.role)}`],
    'member.updated': ['Member changed', memberUpdated],
    'member.renamed': [
      'Name changed',
      ({ details }) => `changed their name${details.was ? `, which was ${String(details.was)}` : ''}`,
    ],
    'member.removed': [
      'Member removed',
      ({ target, details }) =>
        details.self ? 'left the organization' : `removed ${target || 'a member'} from the organization`,
    ],
    'session.signed_in': [
      'Signed in',
      ({ details }) => (details.passkey ? `signed in with the passkey ${details.passkey}` : 'signed in'),
    ],
    'session.signed_out': ['Signed out', 'signed out'],
    'session.sign_in_failed': ['Sign-in failed', ({ target }) => `failed to sign in as ${target || 'a member'}`],
    'session.ended': ['Session ended', 'ended one of their sessions'],
    'session.all_ended': ['Signed out everywhere', 'signed out everywhere'],
    'two_factor.enabled': ['Two-factor switched on', 'switched two-factor authentication on'],
    'two_factor.disabled': ['Two-factor switched off', 'switched two-factor authentication off'],
    'two_factor.removed': [
      'Two-factor removed',
      ({ target }) => `removed two-factor authentication and passkeys from ${target || 'a member'}`,
    ],
    'two_factor.recovery_codes_renewed': ['Recovery codes renewed', 'created new recovery codes'],
    'two_factor.recovery_code_used': ['Recovery code used', 'signed in with a recovery code'],
    'passkey.added': ['Passkey added', ({ details }) => `added the passkey${named(details.name)}`],
    'passkey.renamed': [
      'Passkey renamed',
      ({ details }) => (details.name ? `renamed the passkey ${details.was} to ${details.name}` : 'renamed a passkey'),
    ],
    'passkey.removed': ['Passkey removed', ({ details }) => `removed the passkey${named(details.name)}`],
    'password.changed': ['Password changed', 'changed their password'],
    'password.reset': ['Password reset', 'chose a new password by a link'],
    'password.reset_requested': [
      'New password requested',
      ({ target }) => `requested a link to choose a new password for ${target || 'a member'}`,
    ],
    'password.reset_link_made': [
      'Password link created',
      ({ target }) => `made a link to choose a new password for ${target || 'a member'}`,
    ],
  },
  Organization: {
    'organization.updated': [
      'Organization changed',
      ({ details }) => `changed ${listed(details.fields, 'the data')} of the organization`,
    ],
    'organization.transfer_requested': [
      'Transfer asked for',
      ({ target }) => `wants to hand the organization over to ${target || 'a member'}`,
    ],
    'organization.transfer_withdrawn': [
      'Transfer withdrawn',
      ({ target }) => `withdrew the transfer of the organization to ${target || 'a member'}`,
    ],
    'organization.transfer_declined': ['Transfer declined', 'declined to take the organization over'],
    'organization.transferred': [
      'Organization handed over',
      ({ details }) => `took the organization over${details.from ? ` from ${String(details.from)}` : ''}`,
    ],
    'organization.deletion_requested': [
      'Deletion asked for',
      ({ details }) =>
        `scheduled the deletion of the organization${details.deletesAt ? ` for ${formatDay(String(details.deletesAt))}` : ''}`,
    ],
    'organization.deletion_undone': ['Deletion undone', 'undid the deletion of the organization'],
    'organization.settings_updated': [
      'Security of the organization changed',
      ({ details }) =>
        details.twoFactorRequired
          ? 'required two-factor authentication of everybody in the organization'
          : 'no longer requires two-factor authentication in the organization',
    ],
  },
  'Single sign-on': {
    'single_sign_on.updated': [
      'Single sign-on changed',
      ({ details }) => `changed ${listed(details.fields, 'the settings')} of single sign-on`,
    ],
    'single_sign_on.removed': ['Single sign-on switched off', 'switched single sign-on off'],
    'single_sign_on.domain_added': [
      'Domain for single sign-on added',
      ({ target }) => `added ${target || 'a domain'} for single sign-on`,
    ],
    'single_sign_on.domain_proven': [
      'Domain for single sign-on proven',
      ({ target }) => `found the record that proves ${target || 'a domain'}`,
    ],
    'single_sign_on.domain_lost': [
      'Domain for single sign-on lost',
      ({ target }) => `could not find the record of ${target || 'a domain'} for 72 hours`,
    ],
    'single_sign_on.domain_removed': [
      'Domain for single sign-on removed',
      ({ target }) => `removed ${target || 'a domain'} from single sign-on`,
    ],
    'single_sign_on.linked': [
      'Account linked to the provider',
      ({ target }) => `linked the account of ${target || 'a member'} to the sign-in of the provider`,
    ],
    'single_sign_on.refused': [
      'Single sign-on refused',
      ({ details }) => `was refused by single sign-on${forReason(details)}`,
    ],
  },
  'Partners and support': {
    'affiliate.joined': [
      'Joined the affiliates',
      ({ target }) => `joined the affiliates${target ? ` as ${target}` : ''}`,
    ],
    'affiliate.paid_out': [
      'Commission paid out',
      ({ details }) =>
        details.amount
          ? `paid out ${String(details.amount)} ${String(details.currency ?? '')} of commission`
          : 'paid out commission',
    ],
    // Both organizations of a grant read these entries. `target` is the other organization.
    'partner.grant_created': [
      'Partner access offered',
      ({ target, details }) => `offered partner access (other side: ${target})${asRole(details.role)}`,
    ],
    'partner.grant_accepted': [
      'Partner access accepted',
      ({ target }) => `accepted partner access (other side: ${target})`,
    ],
    'partner.grant_updated': [
      'Partner access changed',
      ({ target, details }) => `changed partner access (other side: ${target})${asRole(details.role)}`,
    ],
    'partner.grant_ended': ['Partner access ended', ({ target }) => `ended partner access (other side: ${target})`],
    'partner.access_used': [
      'Change by a partner',
      ({ store, details }) => `called ${spaced(String(details.operation ?? 'the service'))} in ${store}`,
    ],
    'support.ticket_opened': ['Ticket opened', ({ target }) => `opened the ticket${quoted(target)}`],
    'support.ticket_closed': ['Ticket closed', ({ target }) => `closed the ticket${quoted(target)}`],
    'support.access_granted': [
      'Access granted to support',
      ({ target, details }) =>
        `gave support access${asRole(details.role)} for ${counted(details.hours, 'hour', 'hours')}, for the ticket${quoted(target)}`,
    ],
    'support.access_opened': [
      'Access started by support',
      ({ target }) => `started access for the ticket${quoted(target)}`,
    ],
    'support.access_used': [
      'Access used by support',
      ({ details }) => `called ${spaced(String(details.operation ?? 'the service'))}`,
    ],
    'support.access_ended': [
      'Access of support ended',
      ({ target }) => `ended the access for the ticket${quoted(target)}`,
    ],
  },
  'Keys and stores': {
    'api_key.created': [
      'API key created',
      ({ target, details }) => `created the API key${quoted(target)}${asRole(details.role)}`,
    ],
    'api_key.first_used': ['First use of an API key', 'made its first request'],
    'api_key.revoked': ['API key revoked', ({ target }) => `revoked the API key${quoted(target)}`],
    'oauth_client.created': ['App registered', ({ target }) => `registered the app${quoted(target)}`],
    'oauth_client.updated': ['App changed', ({ target }) => `changed the app${quoted(target)}`],
    'oauth_client.secret_rotated': [
      'App secret replaced',
      ({ target, details }) =>
        `replaced the secret of the app${quoted(target)}${details.endPrevious ? ', and ended the previous secret' : ''}`,
    ],
    'oauth_client.deleted': ['App deleted', ({ target }) => `deleted the app${quoted(target)} with its connections`],
    'oauth.granted': [
      'App connected',
      ({ target, details }) => `let ${target || 'an app'} act for them${asRole(details.role)}`,
    ],
    'oauth.revoked': [
      'App disconnected',
      ({ target, details }) => `disconnected ${target || 'an app'}${whyDisconnected(details.reason)}`,
    ],
    'store.created': ['Store opened', ({ store, target }) => `opened the store ${target || store}`],
    'store.updated': ['Store changed', ({ store, details }) => `changed ${listed(Object.keys(details))} of ${store}`],
    'archive.restored': [
      'Archive restored',
      ({ target, details, store }) =>
        `${details.dryRun ? 'tried out' : 'began'} to restore an archive${quoted(target)} into ${store}`,
    ],
    'backup.created': ['Backup created', ({ store }) => `created a backup of ${store}`],
    'backup.deleted': ['Backup deleted', ({ store }) => `deleted a backup of ${store}`],
    'backup_schedule.updated': [
      'Backup schedule changed',
      ({ details, store }) =>
        details.enabled
          ? `scheduled ${details.frequency ? termOf(String(details.frequency)) : 'regular'} backups of ${store}`
          : `switched off the backups of ${store}`,
    ],
    'backup_target.updated': [
      'Backup bucket set',
      ({ details, store }) =>
        `set ${details.bucket ? `the bucket ${details.bucket}` : 'a bucket'} for backups of ${store}`,
    ],
    'backup_target.removed': ['Backup bucket removed', ({ store }) => `removed the bucket for backups of ${store}`],
    'archive.exported': ['Archive downloaded', ({ store }) => `downloaded the archive of ${store}`],
    'storefront_secret.shown': [
      'Storefront secret shown',
      ({ store }) => `looked at the storefront secret of ${store}`,
    ],
    'storefront_secret.rotated': ['Storefront secret changed', ({ store }) => `gave ${store} a new storefront secret`],
    'agents.settings_updated': ['Agents settings changed', ({ store }) => `changed what agents get of ${store}`],
    'reviews.settings_updated': [
      'Review settings changed',
      ({ store, details }) => `changed ${listed(Object.keys(details), 'the review settings')} of ${store}`,
    ],
    'placements.settings_updated': [
      'Storefront settings changed',
      ({ store }) => `changed the storefront settings of ${store}`,
    ],
    'webhook.adopted': ['Webhook adopted', ({ target }) => `adopted a webhook${toward(target)}`],
    'webhook.created': ['Webhook created', ({ target }) => `created a webhook${toward(target)}`],
    'webhook.updated': [
      'Webhook changed',
      ({ target, details }) => `changed ${listed(details.fields)} of the webhook${toward(target)}`,
    ],
    'webhook.deleted': ['Webhook deleted', ({ target }) => `deleted the webhook${toward(target)}`],
    'webhook.disabled': [
      'Webhook disabled',
      ({ target, details }) => `disabled the webhook${toward(target)}${forReason(details)}`,
    ],
    'webhook.replayed': [
      'Events sent again',
      ({ details }) => `sent ${counted(details.events, 'event', 'events')} again`,
    ],
    'audit_log.exported': ['Audit log exported', 'exported the audit log'],
  },
  Billing: {
    'invoice.issued': ['Invoice issued', ({ target }) => `issued the invoice${after(target)}`],
    'invoice.paid': ['Invoice paid', ({ target }) => `marked the invoice${after(target)} as paid`],
    'invoice.voided': ['Invoice withdrawn', ({ target }) => `withdrew the invoice${after(target)}`],
    'invoice.refunded': [
      'Invoice refunded',
      ({ target, details }) =>
        `refunded ${details.net ? `${String(details.net)} ${String(details.currency)}` : 'money'} of the invoice${after(target)}`,
    ],
    'subscription.checkout_started': [
      'Plan ordered',
      ({ store, details }) => `ordered the plan ${formatPlan(details.plan)} for ${store}`,
    ],
    'subscription.plan_changed': [
      'Plan raised',
      ({ store, details }) => `moved ${store} from ${formatPlan(details.from)} to ${formatPlan(details.to)}`,
    ],
    'subscription.downgrade_scheduled': [
      'Lower plan chosen',
      ({ store, details }) => `chose ${formatPlan(details.to)} for ${store} from the end of the paid month on`,
    ],
    'subscription.downgrade_withdrawn': [
      'Plan change cancelled',
      ({ store, details }) => `cancelled the change, so ${store} stays on ${formatPlan(details.to)}`,
    ],
    'subscription.cancelled': ['Subscription cancelled', ({ store }) => `cancelled the subscription of ${store}`],
    'subscription.resumed': ['Cancellation undone', ({ store }) => `took back the cancellation of ${store}`],
    'subscription.ended': ['Subscription ended', ({ store }) => `ended the subscription of ${store}`],
    'subscription.expired': ['Subscription expired', ({ store }) => `let the subscription of ${store} expire`],
    'subscription.payment_required': [
      'Payment needed',
      ({ store, details }) => `chose ${formatPlan(details.to)} for ${store}; the plan starts once it is paid`,
    ],
    'subscription.reported': [
      'Subscription reported',
      ({ store }) => `reported the state of the subscription of ${store}`,
    ],
    'subscription.reconciled': [
      'Subscription reconciled',
      ({ store }) => `was asked for the state of the subscription of ${store}, which had not been reported`,
    ],
    'subscription.second_ended': [
      'Second subscription ended',
      ({ store }) => `ended a second subscription of ${store} and refunded it`,
    ],
  },
  Email: {
    'email_settings.updated': [
      'Email settings changed',
      ({ store, details }) => `changed ${listed(details.changed, 'the email settings')} of ${store}`,
    ],
    'email_template.updated': [
      'Email template changed',
      ({ details }) => `changed the email template${quoted(formatTemplate(details))}`,
    ],
    'email_template.reset': [
      'Email template reset',
      ({ details }) => `put the email template${quoted(formatTemplate(details))} back to the built-in one`,
    ],
    'email_branding.updated': ['Branding changed', ({ store }) => `changed the branding of ${store}`],
    'email.sending_paused': [
      'Sending paused',
      ({ store, details }) => `paused the sending of ${store}${forReason(details)}`,
    ],
    'email.sending_resumed': ['Sending resumed', ({ store }) => `let ${store} send email again`],
    'email_suppression.created': ['Suppression added', 'stopped email to an address'],
    'email_suppression.imported': [
      'Suppressions imported',
      ({ details }) => `stopped email to ${counted(details.created, 'address', 'addresses')}`,
    ],
    'email_suppression.deleted': ['Suppression lifted', 'allowed email to an address again'],
    'connection.created': ['Connection added', ({ target }) => `added the connection${quoted(target)}`],
    'connection.changed': [
      'Connection changed',
      ({ target, details }) =>
        details.newKey ? `gave the connection${quoted(target)} a new key` : `changed the connection${quoted(target)}`,
    ],
    'connection.removed': ['Connection removed', ({ target }) => `removed the connection${quoted(target)}`],
    'shop.connected': ['Shop connected', ({ target }) => `connected the shop${quoted(target)}`],
    'shop.changed': ['Shop connection changed', ({ target }) => `changed the connection to the shop${quoted(target)}`],
    'shop.repaired': [
      'Shop connection repaired',
      ({ target }) => `repaired the connection to the shop${quoted(target)}`,
    ],
    'shop.disconnected': ['Shop disconnected', ({ target }) => `disconnected the shop${quoted(target)}`],
    'sync.confirmed': [
      'Paused reading confirmed',
      ({ target }) => `confirmed the products that are no longer in the shop${quoted(target)}`,
    ],
    'sending_domain.created': ['Sending domain added', ({ target }) => `added the sending domain${after(target)}`],
    'sending_domain.deleted': ['Sending domain removed', ({ target }) => `removed the sending domain${after(target)}`],
    'sending_domain.rotation_started': [
      'Domain key rotation started',
      ({ target }) => `began to replace the key of ${domain(target)}`,
    ],
    'sending_domain.key_rotated': ['Domain key replaced', ({ target }) => `replaced the key of ${domain(target)}`],
    'sending_domain.settings_updated': ['Sender changed', ({ store }) => `changed the sender of ${store}`],
    'sending_domain.verified': [
      'Sending domain verified',
      ({ target }) => `found the records of ${domain(target)} in place`,
    ],
    'sending_domain.degraded': [
      'Sending domain degraded',
      ({ target }) => `found some records of ${domain(target)} missing or wrong`,
    ],
    'sending_domain.failed': [
      'Sending domain failed',
      ({ target }) => `stopped checking ${domain(target)}, whose record was missing or wrong for weeks`,
    ],
  },
}

const words = new Map<string, EntryText>(
  Object.values(groups).flatMap((group) =>
    Object.entries(group).map(([action, [label, says]]) => [
      action,
      { label, says: typeof says === 'string' ? () => says : says },
    ]),
  ),
)

export const choices = Object.entries(groups).map(([name, group]) => ({
  name,
  actions: Object.entries(group).map(([action, [label]]) => ({ action, label })),
}))

/** Returns text that follows the actor's name, such as "approved a review". An unknown action is shown as its code. */
export function formatAction({ action, target, details }: AuditEntry, store: string): string {
  const isNamed = target?.name ?? (target?.type === 'sending_domain' ? target.id : undefined)
  const facts = { target: isNamed ?? '', store, details: details ?? {} }
  return words.get(action)?.says(facts) ?? `did: ${action.replace(/[._]/g, ' ')}`
}

export function formatActor({ type, name, via, organization }: AuditEntry['actor']): string {
  if (via === 'partner') return `${name || 'Somebody'} of ${organization || 'a partner'}`
  if (via === 'support') return `${name || 'Somebody'} (support)`
  if (type === 'user') return name ?? 'A former member'
  if (type === 'key') return name ? `The API key “${name}”` : 'A deleted API key'
  if (type === 'oauth') return name ? `The app ${name}` : 'A disconnected app'
  if (type === 'operator') return 'The operator of this installation'
  if (type === 'visitor') return 'Somebody'
  return name === 'Stripe' ? name : 'Evident'
}

const disconnected: Record<string, string> = {
  by_client: ', at its own request',
  code_replayed: ', because its code was used twice',
  token_reused: ', because a token that it had exchanged was used again',
  without_ground: ', because the person who connected it or its last store is gone',
}
const whyDisconnected = (reason: unknown) => disconnected[String(reason)] ?? ''

const formatPlan = (plan: unknown) => String(plan ?? 'a plan').replace(/^./, (first) => first.toUpperCase())
const quoted = (name: string) => (name ? ` “${name}”` : '')
const named = (name: unknown) => (typeof name === 'string' ? ` ${name}` : '')
const after = (name: string) => (name ? ` ${name}` : '')
const domain = (name: string) => name || 'the sending domain'
const toward = (url: string) => (url ? ` to ${url}` : '')
const stars = (rating: unknown) => (typeof rating === 'number' ? ` with ${counted(rating, 'star', 'stars')}` : '')
const forReason = ({ reason }: Record<string, unknown>) =>
  reason && reason !== 'unspecified' ? ` (${termOf(String(reason))})` : ''
const asRole = (role: unknown) => (isRole(role) ? ` as ${roleNames[role]}` : '')
const isRole = (role: unknown): role is keyof typeof roleNames => typeof role === 'string' && role in roleNames
const counted = (count: unknown, one: string, many: string) =>
  typeof count === 'number' ? `${count.toLocaleString(shownLocale)} ${count === 1 ? one : many}` : many

const listFormat = new Intl.ListFormat(shownLocale, { type: 'conjunction' })

const listed = (names: unknown, otherwise = 'the settings') =>
  Array.isArray(names) && names.length > 0 ? listFormat.format(names.map((name) => termOf(String(name)))) : otherwise

const formatTemplate = ({ name, locale }: Record<string, unknown>) =>
  name ? `${spaced(String(name))}${locale ? `, ${String(locale)}` : ''}` : ''

function bulk({ details }: EntryFacts): string {
  const counts = Object.entries((details.statuses ?? {}) as Record<string, number>)
  const statuses = counts.map(([status, count]) => `${count.toLocaleString(shownLocale)} ${termOf(status)}`)
  const what = `changed ${counted(details.reviews, 'review', 'reviews')} together`
  return statuses.length > 0 ? `${what}: ${listFormat.format(statuses)}` : what
}

const formatReview = (product: string) => (product ? `a review of ${product}` : 'a review')

function memberUpdated({ target, details }: EntryFacts): string {
  const who = target || 'a member'
  if (details.active === false) return `deactivated ${who}`
  if (details.active === true) return `reactivated ${who}`
  const { was } = details as { was?: { role?: unknown } }
  if (!isRole(details.role)) return `changed ${who}`
  return `made ${who} ${roleNames[details.role]}${isRole(was?.role) ? ` instead of ${roleNames[was.role]}` : ''}`
}
