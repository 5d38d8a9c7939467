// Generated from the migrated database by `npm run check -- --write`; do not edit.

export type Tables = {
  affiliate_commissions: {
    id: string
    organization_id: string
    referral_id: string
    kind: 'paid' | 'refunded'
    document_id: string
    invoice_id: string
    net: string
    at: string
    amount: string
    payable_at: string
  }
  affiliate_payouts: {
    id: string
    organization_id: string
    amount: string
    created_at: string
  }
  affiliate_referrals: {
    id: string
    organization_id: string
    referred_organization_id: string
    rejected_reason: string | null
    created_at: string
  }
  affiliates: {
    organization_id: string
    code: string
    created_at: string
  }
  agent_doors: {
    store_env_id: string
    enabled: boolean
    excerpts: boolean
    faqs: boolean
    updated_at: string
  }
  analytics_acts: {
    store_env_id: string
    days: number
    first_day: string
    decided: number
    decision50: number | null
    decision90: number | null
    replied: number
    reply50: number | null
    reply90: number | null
  }
  analytics_changes: {
    store_env_id: string
    day: string
    id: string
  }
  analytics_coverage: {
    store_env_id: string
    timezone: string
    since: string | null
    until: string
    has_bounds: boolean
  }
  analytics_gallery_counts: {
    store_env_id: string
    gallery_id: string
    day: string
    part: number
    impressions: number
    clicks: number
  }
  analytics_low_ratings: {
    store_env_id: string
    review_id: string
    batch: string | null
    batched_at: string | null
  }
  analytics_mail_changes: {
    store_env_id: string
    day: string
    id: string
  }
  analytics_mail_coverage: {
    store_env_id: string
    timezone: string
    counted_until: string
  }
  analytics_mail_days: {
    store_env_id: string
    day: string
    sent: number
    failed: number
    skipped: number
    bounced: number
    complained: number
  }
  analytics_notifications: {
    store_env_id: string
    id: string
    user_id: string
    weekly_summary: boolean
    weekly_since: string
    last_week: string | null
    low_ratings: boolean
    alerted_at: string | null
    language: string
    updated_at: string
  }
  analytics_request_changes: {
    store_env_id: string
    id: string
    day: string | null
    order_id: string | null
  }
  analytics_request_coverage: {
    store_env_id: string
    timezone: string
    counted_until: string
  }
  analytics_request_days: {
    store_env_id: string
    day: string
    provider: string
    reminded: boolean
    sent: number
    opened: number
    reviewed: number
    opened_and_left: number
  }
  analytics_settings: {
    store_env_id: string
    widget_counts: boolean
    updated_at: string
  }
  analytics_sums: {
    store_env_id: string
    days: number
    first_day: string
    received: number
    ones: number
    twos: number
    threes: number
    fours: number
    fives: number
    pending: number
    approved: number
    rejected: number
    spam: number
    verified: number
    with_photos: number
    with_reply: number
    incentivized: number
    imported: number
    withheld: unknown
    product_ids: string[]
    product_received: number[]
    product_stars: number[]
    product_low: number[]
    product_unanswered: number[]
    product_waiting: number[]
    begins_at: string | null
    ends_at: string | null
  }
  analytics_waits: {
    store_env_id: string
    days: number
    first_day: string
    act: 'decision' | 'reply'
    class: number
    count: number
    seconds: number[]
    counts: number[]
  }
  analytics_widget_counts: {
    store_env_id: string
    day: string
    widget: string
    kind: 'impression' | 'click'
    part: number
    count: number
  }
  api_keys: {
    id: string
    organization_id: string
    name: string
    digest: Buffer
    last4: string
    role: 'ADMIN' | 'MEMBER' | 'VIEWER'
    scopes: string[]
    created_by: string | null
    created_at: string
    expires_at: string | null
    first_used_at: string | null
    last_used_at: string | null
    store_env_ids: string[]
  }
  appeal_links: {
    digest: Buffer
    store_env_id: string
    rejection_id: string
    created_at: string
    expires_at: string
  }
  appeals: {
    store_env_id: string
    id: string
    rejection_id: string
    review_id: string
    statement: string | null
    state: 'open' | 'upheld' | 'overturned'
    due_at: string
    created_at: string
    decided_at: string | null
    note: string | null
    same_actor: boolean | null
  }
  archive_restores: {
    store_env_id: string
    import_id: string
    file_key: string | null
    tries: number
    created_at: string
  }
  asked_orders: {
    store_env_id: string
    id: string
    platform_order_id: string
    state: 'sent' | 'failed' | 'skipped'
    reason: string | null
    provider: string
    attempt: number
    scheduled_for: string | null
    sent_at: string | null
    reminded_at: string[]
    form_first_viewed_at: string | null
    form_view_count: number
    clicked_rating: number | null
    created_at: string
  }
  audit_log: {
    id: string
    organization_id: string
    store_env_id: string | null
    action: string
    actor: unknown
    target: unknown | null
    details: unknown | null
    at: string
    address: string | null
    user_agent: string | null
  }
  backup_schedules: {
    store_env_id: string
    id: string
    enabled: boolean
    frequency: 'daily' | 'weekly' | 'monthly'
    hour: number
    keep: number
    target: 'service' | 's3'
    passphrase: Buffer | null
    addresses: boolean
    next_at: string | null
    last_slot_at: string | null
    failing_since: string | null
    updated_at: string
  }
  backup_targets: {
    store_env_id: string
    id: string
    endpoint: string
    region: string
    bucket: string
    prefix: string
    access_key_id: string
    secret_access_key: Buffer
    addresses: boolean
    updated_at: string
  }
  backups: {
    store_env_id: string
    id: string
    origin: 'manual' | 'scheduled'
    target: 'service' | 's3'
    location: string | null
    status: 'queued' | 'running' | 'completed' | 'failed'
    addresses: boolean
    encrypted: boolean
    passphrase: Buffer | null
    file_key: string | null
    bytes: number
    row_count: number
    table_rows: unknown | null
    sha256: string | null
    tries: number
    error: unknown | null
    verification: 'ok' | 'failed' | null
    verification_problem: string | null
    verified_at: string | null
    verify_asked_at: string | null
    created_at: string
    finished_at: string | null
    expires_at: string | null
  }
  billing_notices: {
    store_env_id: string
    id: string
    kind: string
    about: string
    user_id: string
    created_at: string
    sent_at: string | null
  }
  billing_seller: {
    only_row: boolean
    seller: unknown
    updated_at: string
  }
  categories: {
    store_env_id: string
    id: string
    platform_category_id: string
    name: string
    name_key: string
    handle: string | null
    parent_platform_category_id: string | null
    source: 'shop' | 'pushed'
    is_named_only: boolean
    requests_excluded: boolean
    fingerprint: Buffer | null
    created_at: string
    updated_at: string
  }
  category_products: {
    store_env_id: string
    category_id: string
    platform_product_id: string
    said_by: 'category' | 'product'
  }
  change_stamps: {
    store_env_id: string
    stamp: number
    upkeep: number | null
    work: number | null
  }
  connection_events: {
    store_env_id: string
    id: string
    connection_id: string
    kind: string
    event_key: string
    request_id: string | null
    payload: Buffer | null
    email_last4: string
    person: Buffer
    occurred_at: string
    state: 'pending' | 'sending' | 'accepted' | 'dead' | 'dropped'
    reason: string | null
    attempt: number
    due_at: string
    created_at: string
    settled_at: string | null
    may_be_taken: boolean
  }
  connections: {
    store_env_id: string
    id: string
    provider: 'klaviyo' | 'omnisend' | 'mailchimp' | 'brevo'
    name: string
    api_key: Buffer
    api_key_last4: string
    settings: unknown
    event_names: unknown
    status: 'active' | 'needs_reauth' | 'paused' | 'removed'
    status_reason: string | null
    leased_by: string | null
    leased_until: string | null
    paused_until: string | null
    last_accepted_at: string | null
    created_at: string
    updated_at: string
    failures: number
    sends: string[]
    includes_words: boolean
    profile: boolean
    profile_since: string | null
  }
  customers: {
    store_env_id: string
    id: string
    email: string
    name: string | null
    created_at: string
    updated_at: string
    name_folded: string
  }
  deleted_reviews: {
    store_env_id: string
    id: string
    rating: number
    submitted_at: string
    moderation_reason: string
    deleted_at: string
    subject: 'product' | 'shop'
  }
  deleted_shared_reviews: {
    store_env_id: string
    grant_id: string
    origin_id: string
    rating: number
    submitted_at: string
    moderation_reason: string
  }
  departed_users: {
    user_id: string
  }
  deprecated_calls: {
    organization_id: string
    item: string
    caller: string
    day: string
    calls: number
    last_seen_at: string | null
  }
  deprecation_notices: {
    organization_id: string
    item: string
    sent_at: string
    is_final: boolean
  }
  destination_feeds: {
    store_env_id: string
    destination_id: string
    token: string
    created_at: string
    last_fetched_at: string | null
  }
  destination_items: {
    store_env_id: string
    id: string
    destination_id: string
    subject_id: string
    product_id: string | null
    external_id: string | null
    state: 'queued' | 'accepted' | 'live' | 'refused' | 'removed'
    operation: 'put' | 'remove' | null
    may_be_there: boolean
    reason: string | null
    message: string | null
    digest: Buffer | null
    version: number
    attempts: number
    due_at: string | null
    claimed_until: string | null
    confirmations: number
    removal_since: string | null
    sent_at: string | null
    confirmed_at: string | null
    seen_at: string | null
    created_at: string
    updated_at: string
  }
  destinations: {
    store_env_id: string
    id: string
    kind: 'google_product' | 'shopify_rating' | 'shopify_reviews' | 'vendure_rating' | 'medusa_rating' | 'woocommerce_rating' | 'meta_csv'
    status: 'active' | 'paused' | 'needs_reauth' | 'blocked' | 'removing'
    status_reason: string | null
    credentials: Buffer | null
    account: string | null
    place: unknown
    paused_until: string | null
    must_wait: boolean
    failures: number
    leased_by: string | null
    leased_until: string | null
    compare_at: string | null
    compared_by: string | null
    compared_until: string | null
    last_comparison: unknown | null
    notified_at: string | null
    created_at: string
    updated_at: string
  }
  email_branding: {
    store_env_id: string
    id: string
    sender_name: string | null
    logo_url: string | null
    logo_width: number
    primary_color: string
    background_color: string
    surface_color: string
    text_color: string
    button_color: string
    font_family: string
    corners: 'square' | 'rounded' | 'pill'
    footer_address: string | null
    footer_text: string | null
    default_locale: string
    updated_at: string
  }
  email_messages: {
    store_env_id: string
    id: string
    key: string
    template: string
    category: 'review_requests' | 'loyalty' | 'sequences' | 'transactional'
    recipient: string
    email: string
    recipient_name: string | null
    locale: string
    order_id: string | null
    review_id: string | null
    request_id: string | null
    data: Buffer | null
    state: 'queued' | 'sending' | 'sent' | 'failed' | 'skipped' | 'unknown'
    reason: string | null
    answer: string | null
    subject: string | null
    priority: number
    attempt: number
    due_at: string
    tried_since: string | null
    claimed_by: string | null
    claimed_until: string | null
    smtp_message_id: string | null
    created_at: string
    settled_at: string | null
    sent_at: string | null
    bounced_at: string | null
    bounce: 'hard' | 'soft' | null
    complained_at: string | null
    data_begun: boolean
  }
  email_sending: {
    store_env_id: string
    paused_at: string | null
    paused_reason: 'hard_bounces' | 'complaints' | null
    resumed_at: string | null
  }
  email_sequence_messages: {
    store_env_id: string
    id: string
    run_id: string
    sequence_id: string
    version: number
    step: number
    due_at: string
    state: 'deferred' | 'queued' | 'sent' | 'skipped' | 'missed' | 'failed' | 'unknown'
    reason: string | null
    sent_at: string | null
    changed_at: string
  }
  email_sequence_runs: {
    store_env_id: string
    id: string
    sequence_id: string
    version: number
    email: string
    fact: string
    fact_at: string
    platform_order_id: string | null
    review_id: string | null
    state: 'active' | 'completed' | 'exited'
    exit_reason: string | null
    step: number
    base_at: string
    due_at: string | null
    goal_at: string | null
    started_at: string
    ended_at: string | null
  }
  email_sequence_versions: {
    store_env_id: string
    sequence_id: string
    version: number
    trigger_event: string
    filter: unknown
    steps: unknown
    exit_on: string[]
    goal: string[]
    consent: 'opted_in_only' | 'all_buyers'
    created_at: string
  }
  email_sequences: {
    store_env_id: string
    id: string
    name: string
    status: 'draft' | 'live' | 'paused' | 'archived'
    version: number
    published_at: string | null
    removed_at: string | null
    created_at: string
    updated_at: string
  }
  email_settings: {
    store_env_id: string
    id: string
    requests_enabled: boolean
    trigger: 'delivered' | 'fulfilled' | 'placed'
    delay_days: number
    reminders: number
    reminder_delay_days: number
    consent: 'all_buyers' | 'opted_in_only'
    quiet_from: string | null
    quiet_until: string | null
    cap_hours: number | null
    cap_per_week: number | null
    provider: string
    max_order_age_days: number
    updated_at: string
    skip_refunded: boolean
    only_dispatched: boolean
    cap_request_days: number | null
  }
  email_soft_bounces: {
    store_env_id: string
    id: string
    email_hash: Buffer
    message_id: string
    day: string
    created_at: string
  }
  email_suppressions: {
    store_env_id: string
    id: string
    email_hash: Buffer
    email: string | null
    scope: 'all' | 'review_requests' | 'loyalty' | 'sequences'
    reason: 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'import' | 'invalid'
    source: string | null
    note: string | null
    expires_at: string | null
    created_at: string
    updated_at: string
  }
  email_templates: {
    store_env_id: string
    id: string
    name: string
    locale: string
    version: string
    subject: string | null
    preheader: string | null
    heading: string | null
    body: string | null
    button: string | null
    mjml: string | null
    compiled_html: string | null
    compiled_text: string | null
    updated_at: string
  }
  ended_ledgers: {
    store_env_id: string
    checkpoint: string
    ended_at: string
  }
  event_counters: {
    store_env_id: string
    last: number
  }
  events: {
    store_env_id: string
    id: string
    sequence: number
    event: string
    subject_id: string
    firing_id: string
    logged: boolean
    data: string
    at: string
  }
  evidence_alerts: {
    store_env_id: string
    since: string
  }
  evidence_assessments: {
    store_env_id: string
    id: string
    status: 'queued' | 'running' | 'completed' | 'failed'
    year: number
    file_key: string | null
    bytes: number
    sha256: string | null
    tries: number
    error: string | null
    created_at: string
    finished_at: string | null
    expires_at: string
    reminded_at: string | null
  }
  evidence_cosignatures: {
    store_env_id: string
    size: number
    witness: string
    at: string
    line: string
  }
  evidence_entries: {
    store_env_id: string
    seq: number
    at: string
    type: string
    review_id: string | null
    entry: string
    leaf: Buffer
  }
  evidence_heads: {
    store_env_id: string
    size: number
    day: string
    root: Buffer
    checkpoint: string
    signed_at: string
  }
  evidence_keys: {
    id: string
    public_key: Buffer
    seed: Buffer
    valid_from: string
    valid_until: string | null
  }
  evidence_ledgers: {
    store_env_id: string
    size: number
    last_leaf: Buffer | null
    last_at: string | null
    is_entering: boolean
    entered_submitted_at: string | null
    entered_id: string | null
  }
  evidence_nodes: {
    store_env_id: string
    level: number
    place: number
    hash: Buffer
  }
  evidence_packs: {
    store_env_id: string
    id: string
    status: 'queued' | 'running' | 'completed' | 'failed'
    from_day: string
    to_day: string
    file_key: string | null
    bytes: number
    sha256: string | null
    size: number | null
    tries: number
    error: string | null
    created_at: string
    finished_at: string | null
    expires_at: string
  }
  evidence_salts: {
    store_env_id: string
    review_id: string
    salt: Buffer
    content: string
  }
  evidence_settings: {
    store_env_id: string
    public_meter: boolean
    alert_gap: string
    updated_at: string
    public_entries: boolean
  }
  evidence_trusted_keys: {
    public_key: Buffer
    name: string
    added_at: string
  }
  evidence_witness_states: {
    store_env_id: string
    witness: string
    state: 'ok' | 'waiting' | 'unknown_log' | 'refused' | 'unreachable'
    size: number
    cosigned_at: string | null
    message: string | null
    offered_size: number
    due_at: string | null
    mailed_on: string | null
  }
  evidence_witnesses: {
    name: string
    vkey: string
    url: string
    stores: string[] | null
    added_at: string
  }
  faq_categories: {
    store_env_id: string
    faq_id: string
    category_id: string
  }
  faq_products: {
    store_env_id: string
    faq_id: string
    product_id: string
  }
  faq_questions: {
    store_env_id: string
    id: string
    question: string
    email: string
    name: string | null
    locale: string | null
    product_id: string | null
    status: 'pending' | 'answered' | 'rejected' | 'spam'
    faq_id: string | null
    notify: boolean
    mailed_at: string | null
    key: Buffer
    consented_at: string
    answered_at: string | null
    created_at: string
    updated_at: string
  }
  faqs: {
    store_env_id: string
    id: string
    question: string
    answer: string
    group_name: string | null
    status: 'draft' | 'published'
    position: number
    locale: string | null
    translations: unknown
    is_general: boolean
    published_at: string | null
    created_at: string
    updated_at: string
    import_key: Buffer | null
  }
  first_runs: {
    store_env_id: string
    skipped: string[]
    updated_at: string
  }
  form_links: {
    digest: Buffer
    store_env_id: string
    organization_id: string
    request_id: string
    order_id: string
    created_at: string
    expires_at: string
  }
  galleries: {
    store_env_id: string
    id: string
    name: string
    title: string | null
    description: string | null
    layout: 'grid' | 'carousel' | 'masonry'
    columns: number
    status: 'draft' | 'published'
    locale: string | null
    translations: unknown
    published_at: string | null
    created_at: string
    updated_at: string
    lead_form: unknown
  }
  gallery_item_products: {
    store_env_id: string
    item_id: string
    product_id: string
    position: number
  }
  gallery_items: {
    store_env_id: string
    id: string
    gallery_id: string
    review_photo_id: string | null
    upload_id: string | null
    position: number
    caption: string | null
    alt: string | null
    translations: unknown
    permission: 'pending' | 'granted' | 'declined'
    permission_by: unknown | null
    permission_at: string | null
    created_at: string
    updated_at: string
  }
  gallery_leads: {
    store_env_id: string
    id: string
    gallery_id: string
    status: 'unconfirmed' | 'new' | 'contacted' | 'closed' | 'spam'
    email: string
    name: string | null
    phone: string | null
    message: string | null
    locale: string | null
    note: string | null
    consent_text: string
    consented_at: string
    confirmed_at: string | null
    key: Buffer
    visitor: Buffer
    notice: 'due' | 'waiting' | 'sent' | 'digest' | null
    notice_at: string | null
    created_at: string
    updated_at: string
  }
  gallery_photos: {
    store_env_id: string
    id: string
    storage_key: string | null
    width: number
    height: number
    variants: string[]
    created_at: string
  }
  idempotency_keys: {
    organization_id: string
    caller: string
    operation: string
    key: string
    store_env_id: string | null
    fingerprint: Buffer | null
    claimed_by: string | null
    claimed_until: string | null
    answer: Buffer | null
    answer_bytes: number
    created_at: string
  }
  import_rows: {
    store_env_id: string
    id: string
    import_id: string
    line: number
    outcome: 'imported' | 'updated' | 'skipped' | 'failed'
    code: string | null
    message: string | null
    review_id: string | null
  }
  imports: {
    store_env_id: string
    id: string
    format: string | null
    file_name: string | null
    file_key: string | null
    file_sha256: Buffer
    options: unknown
    dry_run: boolean
    status: 'queued' | 'running' | 'completed' | 'failed'
    error: unknown | null
    warnings: unknown
    total: number | null
    processed: number
    imported: number
    updated: number
    skipped: number
    failed: number
    created_by: unknown
    created_at: string
    started_at: string | null
    finished_at: string | null
    updated_at: string
    file_bytes: number | null
    table_rows: unknown | null
  }
  inbound_webhook_people: {
    store_env_id: string
    person: Buffer
    webhook_id: string
  }
  inbound_webhooks: {
    store_env_id: string
    id: string
    connection_id: string
    platform: string
    topic: string
    delivery_id: string | null
    repeat_key: Buffer | null
    resource_id: string | null
    body: Buffer | null
    state: 'received' | 'processed' | 'ignored' | 'failed'
    error: string | null
    attempts: number
    duplicates: number
    due_at: string | null
    leased_by: string | null
    occurred_at: string | null
    received_at: string
    processed_at: string | null
  }
  invitations: {
    id: string
    organization_id: string
    email: string
    role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER'
    token_digest: Buffer
    invited_by: string
    created_at: string
    expires_at: string
    proves_address: boolean
  }
  invoice_register: {
    invoice_id: string
    store_env_id: string
    organization_id: string
    number: string
    open: boolean
    issued_at: string
    kept: unknown | null
  }
  invoice_series: {
    series: string
    last_number: number
  }
  invoices: {
    store_env_id: string
    id: string
    organization_id: string
    provider: 'manual' | 'stripe'
    provider_ref: string | null
    kind: 'invoice' | 'credit_note'
    corrects_id: string | null
    number: string
    state: 'open' | 'paid' | 'void' | 'refunded'
    purpose: 'purchase' | 'renewal' | 'upgrade' | 'refund' | 'other'
    plan: string | null
    currency: string
    net: string
    vat: string
    gross: string
    vat_rate: string
    vat_note: string | null
    refunded_net: string
    seller: unknown
    customer: unknown
    lines: unknown
    period_starts_at: string | null
    period_ends_at: string | null
    issued_at: string
    due_at: string | null
    paid_at: string | null
    voided_at: string | null
    document_url: string | null
    created_at: string
    updated_at: string
  }
  loyalty_grants: {
    store_env_id: string
    id: string
    member_id: string
    kind: 'manual' | 'birthday' | 'referral' | 'import' | 'review'
    ref: string
    points: number
    reason: string | null
    granted_at: string
    matures_at: string
    created_at: string
    import_id: string | null
    import_line: number | null
  }
  loyalty_journal: {
    store_env_id: string
    id: string
    member_id: string
    kind: 'order' | 'grant' | 'birthday' | 'referral' | 'import' | 'review' | 'redemption' | 'reversal' | 'expiry' | 'program'
    ref: string | null
    delta: number
    balance: number
    rate_version: number | null
    reason: string | null
    at: string
    created_at: string
  }
  loyalty_journal_counts: {
    store_env_id: string
    timezone: string
    counted_until: string
    day_timezone: string | null
  }
  loyalty_journal_days: {
    store_env_id: string
    day: string
    lines: number
    delta: number
  }
  loyalty_journal_months: {
    store_env_id: string
    month: string
    earned: number
    redeemed: number
    lapsed: number
    corrected: number
    delta: number
  }
  loyalty_members: {
    store_env_id: string
    id: string
    email: string
    birthday: string | null
    balance: number
    pending: number
    tier_points: number
    tier: string | null
    next_expiry_at: string | null
    next_expiry_points: number | null
    next_change_at: string | null
    folded_at: string
    revision: number
    created_at: string
    updated_at: string
  }
  loyalty_order_points: {
    store_env_id: string
    order_id: string
    member_id: string
    earned_at: string
    matures_at: string
    points: number
    rate_version: number
  }
  loyalty_programs: {
    store_env_id: string
    enabled: boolean
    timezone: string
    starts_at: string
    expiry_enabled: boolean
    expiry_starts_at: string | null
    expiry_days: number | null
    tiers: unknown
    birthday_points: number
    advocate_points: number
    friend_points: number
    referral_minimum: string
    revision: number
    created_at: string
    updated_at: string
    review_points: number
    shopper_redeems: boolean
  }
  loyalty_rates: {
    store_env_id: string
    version: number
    valid_from: string
    points_per_unit: string
    hold_days: number
    currency: string | null
  }
  loyalty_redemptions: {
    store_env_id: string
    id: string
    member_id: string
    reward_id: string
    points: number
    code: string | null
    idempotency_key: string
    created_at: string
    reversed_at: string | null
    issue_state: 'pending' | 'issued' | 'failed' | 'withdrawing' | 'withdrawn' | 'left' | null
    issue_worth: unknown | null
    issue_error: string | null
    issue_attempts: number
    issue_after: string | null
  }
  loyalty_referral_codes: {
    store_env_id: string
    member_id: string
    code: string
    created_at: string
  }
  loyalty_referrals: {
    store_env_id: string
    id: string
    advocate_id: string
    friend_email: string
    code: string
    state: 'pending' | 'review' | 'ordered' | 'completed' | 'reversed' | 'blocked'
    reason: string | null
    order_id: string | null
    completes_at: string | null
    completed_at: string | null
    approved_at: string | null
    created_at: string
    updated_at: string
  }
  loyalty_reward_codes: {
    store_env_id: string
    id: string
    reward_id: string
    code: string
    given_at: string | null
    created_at: string
  }
  loyalty_rewards: {
    store_env_id: string
    id: string
    name: string
    description: string | null
    kind: 'fixed_amount' | 'percent' | 'free_shipping' | 'product' | 'custom'
    value: string | null
    currency: string | null
    platform_product_id: string | null
    cost: number
    codes: 'none' | 'shared' | 'pool' | 'platform'
    code: string | null
    active: boolean
    created_at: string
    updated_at: string
  }
  mailbox: {
    id: string
    organization_id: string | null
    recipient: string
    subject: string
    text_body: string
    html_body: string | null
    created_at: string
    store_env_id: string | null
    sender: string | null
    reply_to: string | null
    headers: unknown
  }
  memberships: {
    id: string
    organization_id: string
    user_id: string
    email: string
    name: string
    role: 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER'
    active: boolean
    created_at: string
  }
  moderation_policies: {
    store_env_id: string
    id: string
    version: number
    text: string
    sha256: Buffer
    adopted: number
    created_at: string
  }
  oauth_access_tokens: {
    digest: Buffer
    organization_id: string
    grant_id: string
    expires_at: string
    scopes: string[] | null
  }
  oauth_clients: {
    id: string
    organization_id: string
    name: string
    redirect_uris: string[]
    secret_digest: Buffer | null
    secret_last4: string | null
    created_by: string
    created_at: string
    previous_secret_digest: Buffer | null
    previous_secret_until: string | null
  }
  oauth_grants: {
    id: string
    organization_id: string
    member_id: string
    client_id: string
    registered_client_id: string | null
    client_name: string
    stores: string[]
    role: 'VIEWER' | 'MEMBER' | 'ADMIN'
    scopes: string[]
    second_factor: boolean
    vouched: boolean
    code_digest: Buffer
    code_challenge: string
    redirect_uri: string
    code_expires_at: string
    redeemed_at: string | null
    created_at: string
    last_used_at: string | null
  }
  oauth_refresh_tokens: {
    digest: Buffer
    organization_id: string
    grant_id: string
    generation: number
    expires_at: string
    rotated_at: string | null
  }
  order_line_items: {
    store_env_id: string
    id: string
    order_id: string
    position: number
    platform_product_id: string | null
    platform_variant_id: string | null
    sku: string | null
    title: string | null
    quantity: number
    unit_price: string | null
    product_id: string | null
    variant_id: string | null
  }
  orders: {
    store_env_id: string
    id: string
    platform_order_id: string
    order_number: string | null
    email: string | null
    customer_name: string | null
    currency: string | null
    total: string | null
    refunded_total: string
    placed_at: string
    fulfilled_at: string | null
    delivered_at: string | null
    cancelled_at: string | null
    locale: string | null
    country: string | null
    referral_code: string | null
    fingerprint: Buffer | null
    created_at: string
    updated_at: string
    accepts_marketing: boolean | null
    order_number_folded: string | null
    customer_name_folded: string | null
    customer_last_name_folded: string | null
    stated_at: string | null
  }
  organization_trials: {
    organization_id: string
    ends_at: string
  }
  organizations: {
    id: string
    name: string
    created_at: string
    legal_name: string | null
    vat_number: string | null
    country: string | null
    billing_email: string | null
    two_factor_required: boolean
    deletes_at: string | null
    deletion_began_at: string | null
  }
  ownership_transfers: {
    organization_id: string
    from_member: string
    to_member: string
    created_at: string
    expires_at: string
  }
  partner_grants: {
    id: string
    organization_id: string
    partner_organization_id: string
    role: 'VIEWER' | 'MEMBER' | 'ADMIN'
    store_env_ids: string[] | null
    expires_at: string | null
    granted_by: string
    created_at: string
    accepted_at: string | null
  }
  placement_categories: {
    store_env_id: string
    placement_id: string
    category_id: string
  }
  placement_products: {
    store_env_id: string
    placement_id: string
    product_id: string
    is_excluded: boolean
  }
  placements: {
    store_env_id: string
    id: string
    name: string
    widget: 'reviews' | 'stars' | 'review_form' | 'gallery' | 'faq' | 'loyalty' | 'carousel' | 'badge' | 'tab' | 'photos'
    page_type: 'product' | 'category' | 'home' | 'cart' | 'other' | 'any'
    is_general: boolean
    selector: string
    insertion: 'before' | 'after' | 'prepend' | 'append'
    gallery_id: string | null
    heading: string | null
    item_limit: number | null
    priority: number
    starts_at: string | null
    ends_at: string | null
    status: 'draft' | 'published'
    locale: string | null
    translations: unknown
    published_at: string | null
    created_at: string
    updated_at: string
    subject: string | null
  }
  product_group_members: {
    store_env_id: string
    product_id: string
    group_id: string
    s1: number | null
    s2: number | null
    s3: number | null
    s4: number | null
    s5: number | null
  }
  product_group_overflows: {
    store_env_id: string
    source: 'group_key' | 'gtin'
    key: string
  }
  product_group_settings: {
    store_env_id: string
    by_group_key: boolean
    by_gtin: boolean
    updated_at: string
  }
  product_groups: {
    store_env_id: string
    id: string
    name: string
    source: 'manual' | 'group_key' | 'gtin'
    key: string | null
    created_at: string
    updated_at: string
  }
  product_pictures: {
    store_env_id: string
    product_id: string
    source_url: string
    state: 'waiting' | 'ready' | 'failed'
    storage_key: string | null
    retry_at: string | null
    updated_at: string
  }
  product_review_counts: {
    store_env_id: string
    is_base: boolean
    product_id: string
    id: string
    rating: number | null
    count: number | null
    verified: number | null
    rewarded: number | null
    imported: number | null
  }
  product_variants: {
    store_env_id: string
    id: string
    product_id: string
    platform_variant_id: string
    title: string | null
    sku: string | null
    gtin: string | null
    gtin_is_valid: boolean
    mpn: string | null
    brand: string | null
    price: string | null
    currency: string | null
    image_url: string | null
    position: number
    retired_at: string | null
    created_at: string
    updated_at: string
    gtin_key: string | null
  }
  products: {
    store_env_id: string
    id: string
    platform_product_id: string
    title: string | null
    handle: string | null
    url: string | null
    image_url: string | null
    description: string | null
    status: 'active' | 'draft' | 'archived'
    categories: string[]
    requests_excluded: boolean
    fingerprint: Buffer | null
    created_at: string
    updated_at: string
    title_folded: string
    id_key: string | null
    merged_into: string | null
    group_key: string | null
  }
  rejections: {
    store_env_id: string
    id: string
    review_id: string
    rejected_at: string
    mail_due_at: string | null
    mailed_at: string | null
    ended_at: string | null
  }
  reply_templates: {
    store_env_id: string
    id: string
    title: string
    body: string
    created_at: string
    updated_at: string
    ratings: number[]
    topics: string[]
  }
  restored_ids: {
    store_env_id: string
    import_id: string
    type: string
    from_id: string
    to_id: string
  }
  review_acts: {
    store_env_id: string
    id: string
    review_id: string
    at: string
    kind: 'changed' | 'replied' | 'reply_changed' | 'reply_withdrawn' | 'reports_resolved'
    actor: string | null
    role: string
    via: string
    count: number | null
    submitted_at: string | null
    is_first_decision: boolean
    is_first_reply: boolean
  }
  review_assignees: {
    store_env_id: string
    review_id: string
    user_id: string
    assigned_at: string
  }
  review_attributes: {
    store_env_id: string
    id: string
    category_id: string | null
    kind: 'scale' | 'choice'
    label: string
    low_label: string | null
    high_label: string | null
    choices: string[] | null
    position: number
    retired_at: string | null
    created_at: string
    updated_at: string
    subject: 'product' | 'shop'
  }
  review_confirmations: {
    digest: Buffer
    store_env_id: string
    review_id: string
    created_at: string
    expires_at: string
  }
  review_counts: {
    store_env_id: string
    id: string
    is_base: boolean
    status: string | null
    rating: number | null
    verified: boolean | null
    has_photos: boolean | null
    has_reply: boolean | null
    incentivized: boolean | null
    imported: boolean | null
    count: number | null
    declared: boolean
  }
  review_digests: {
    store_env_id: string
    product_id: string
    sentences: unknown
    due_at: string | null
    version: string | null
    made_at: string | null
  }
  review_feeds: {
    store_env_id: string
    token: string
    created_at: string
    last_fetched_at: string | null
    bytes: number | null
    parts: unknown
  }
  review_grants: {
    id: string
    organization_id: string
    giver_store_env_id: string
    receiver_store_env_id: string | null
    code_digest: Buffer | null
    match: string[]
    product_ids: string[] | null
    state: 'offered' | 'active' | 'revoked'
    expires_at: string
    accepted_at: string | null
    revoked_at: string | null
    copies: number
    created_at: string
    awaits_plan: boolean
  }
  review_incentive_categories: {
    store_env_id: string
    incentive_id: string
    category_id: string
  }
  review_incentive_codes: {
    store_env_id: string
    id: string
    incentive_id: string
    code: string
    given_at: string | null
    created_at: string
  }
  review_incentive_products: {
    store_env_id: string
    incentive_id: string
    product_id: string
  }
  review_incentive_promises: {
    store_env_id: string
    order_id: string
    product_id: string
    incentive_id: string
    points: number | null
    created_at: string
    version: number
  }
  review_incentive_versions: {
    store_env_id: string
    incentive_id: string
    version: number
    kind: 'coupon' | 'points'
    text: string
    terms: string | null
    points: number | null
    code: string | null
    buyers_only: boolean
    created_at: string
    codes: 'own' | 'platform'
    value: unknown | null
    locale: string | null
    translations: unknown
  }
  review_incentives: {
    store_env_id: string
    id: string
    kind: 'coupon' | 'points'
    text: string
    terms: string | null
    points: number | null
    code: string | null
    is_general: boolean
    starts_at: string | null
    ends_at: string | null
    low_at: number | null
    fulfil: 'submission' | 'decision'
    status: 'draft' | 'active' | 'paused' | 'ended'
    pool_level: 'enough' | 'low' | 'empty'
    activated_at: string | null
    removed_at: string | null
    created_at: string
    updated_at: string
    version: number
    buyers_only: boolean
    codes: 'own' | 'platform'
    value: unknown | null
    notified_at: string | null
    locale: string | null
    translations: unknown
  }
  review_move_items: {
    store_env_id: string
    move_id: string
    review_id: string
  }
  review_moves: {
    store_env_id: string
    id: string
    from_product_id: string
    to_product_id: string
    status: 'queued' | 'running' | 'completed' | 'failed' | 'undone'
    moved: number
    skipped: number
    undo_requested_at: string | null
    at_submitted: string | null
    at_id: string | null
    lease_holder: string | null
    lease_until: string | null
    created_at: string
    completed_at: string | null
    updated_at: string
  }
  review_networks: {
    store_env_id: string
    digest: Buffer
    review_id: string
    at: string
  }
  review_notes: {
    store_env_id: string
    id: string
    review_id: string
    author_id: string | null
    body: string
    created_at: string
  }
  review_photos: {
    store_env_id: string
    id: string
    review_id: string
    position: number
    state: 'waiting' | 'ready' | 'failed'
    source_url: string | null
    storage_key: string | null
    width: number | null
    height: number | null
    created_at: string
    variants: string[] | null
  }
  review_receipts: {
    digest: Buffer
    store_env_id: string
    review_id: string
    corrections: number
    created_at: string
  }
  review_reports: {
    store_env_id: string
    id: string
    review_id: string
    reason: 'spam' | 'offensive' | 'off_topic' | 'fake' | 'privacy' | 'other'
    text: string | null
    visitor: Buffer
    created_at: string
    resolved_at: string | null
  }
  review_requests: {
    store_env_id: string
    id: string
    order_id: string
    state: 'scheduled' | 'sent' | 'failed' | 'skipped'
    reason: string | null
    provider: string
    scheduled_for: string | null
    sent_at: string | null
    form_first_viewed_at: string | null
    form_view_count: number
    clicked_rating: number | null
    created_at: string
    updated_at: string
    queued_at: string | null
    attempt: number
    reminded_at: string[]
    reminder_due_at: string | null
    reminder_queued_at: string | null
    shop_asked_at: string | null
  }
  review_reward_codes: {
    store_env_id: string
    id: string
    reward_id: string
    incentive_id: string
    code: string
    value: unknown
    state: 'asked' | 'made' | 'deleting' | 'deleted' | 'left'
    after: string | null
    attempts: number
    since: string
    error: string | null
    created_at: string
  }
  review_rewards: {
    store_env_id: string
    id: string
    incentive_id: string
    review_id: string
    product_id: string
    email: string | null
    name: string | null
    locale: string | null
    points: number | null
    code: string | null
    state: 'pending' | 'waiting' | 'given' | 'withheld'
    reason: string | null
    given_at: string | null
    mailed_at: string | null
    created_at: string
    updated_at: string
    version: number
  }
  review_settings: {
    store_env_id: string
    shop_asked: boolean
    shop_question: string | null
    shop_ask_again_days: number
    updated_at: string
    ask_relationship: boolean
    translate: string[]
    digest: boolean
    receipts: boolean
    buyers_only: boolean
  }
  review_signal_members: {
    store_env_id: string
    review_id: string
    signal_id: string
  }
  review_signals: {
    store_env_id: string
    id: string
    kind: 'near_copy' | 'burst' | 'one_network' | 'one_mailbox' | 'insider_address' | 'declared'
    state: 'open' | 'dismissed' | 'confirmed'
    facts: unknown
    note: string | null
    created_at: string
    decided_at: string | null
  }
  review_submissions: {
    store_env_id: string
    review_id: string
    key: Buffer
    consented_at: string
    language: string
    awaits_confirmation: boolean
    created_at: string
  }
  review_text_scans: {
    store_env_id: string
    at_id: string
    completed_at: string | null
  }
  review_texts: {
    store_env_id: string
    review_id: string
    hashes: number[]
  }
  review_translation_fills: {
    store_env_id: string
    before_id: string | null
    started_at: string
  }
  review_translations: {
    store_env_id: string
    review_id: string
    language: string
    title: string | null
    body: string | null
    engine: string | null
    due_at: string | null
    claim: string | null
    attempts: number
    created_at: string
    made_at: string | null
  }
  review_views: {
    store_env_id: string
    id: string
    user_id: string
    name: string
    filter: unknown
    is_default: boolean
    created_at: string
    updated_at: string
  }
  review_votes: {
    store_env_id: string
    id: string
    review_id: string
    voter: Buffer
    helpful: boolean
    counted: boolean
  }
  reviews: {
    store_env_id: string
    id: string
    product_id: string | null
    order_id: string | null
    rating: number
    title: string | null
    body: string
    author_name: string
    author_email: string | null
    verified: boolean
    status: 'pending' | 'approved' | 'rejected' | 'spam'
    source: 'email_form' | 'widget_form' | 'api' | 'import'
    imported_from: string | null
    import_key: Buffer | null
    import_fingerprint: Buffer | null
    import_id: string | null
    claimed_verified: boolean | null
    incentive: 'coupon' | 'points' | null
    reply_body: string | null
    reply_author_name: string | null
    replied_at: string | null
    locale: string | null
    country: string | null
    photo_count: number
    submitted_at: string
    approved_at: string | null
    anonymized_at: string | null
    created_at: string
    updated_at: string
    address_proven: boolean
    report_count: number | null
    reply_mail_due_at: string | null
    reply_mailed_at: string | null
    moderation_reason: 'spam' | 'offensive' | 'off_topic' | 'fake' | 'privacy' | 'illegal' | 'insider' | 'duplicate' | 'withdrawn' | 'other' | 'unspecified' | null
    moderation_policy: number | null
    moderated_at: string | null
    moderated_by: string | null
    helpful_count: number
    attribute_values: unknown | null
    is_unproven: boolean
    relationship: 'none' | 'employee' | 'family' | 'supplier' | 'competitor' | 'other' | null
    detected_language: string | null
    correction: unknown | null
    correction_refused: unknown | null
    corrected_at: string | null
  }
  row_counts: {
    store_env_id: string
    counted: 'customers' | 'orders' | 'products'
    id: string
    is_base: boolean
    count: number | null
  }
  sending_domain_claims: {
    store_env_id: string
    domain: string
    claimed_at: string
  }
  sending_domains: {
    store_env_id: string
    id: string
    from_name: string | null
    reply_to: string | null
    domain: string | null
    from_local: string | null
    status: 'none' | 'pending' | 'verified' | 'degraded' | 'failed'
    return_path_ok: boolean
    findings: unknown
    checked_at: string | null
    verified_at: string | null
    failing_since: string | null
    next_check_at: string | null
    created_at: string
    updated_at: string
  }
  sending_keys: {
    store_env_id: string
    id: string
    domain_id: string
    selector: string
    public_key: string
    private_key: Buffer | null
    state: 'active' | 'next' | 'retired'
    created_at: string
    retired_at: string | null
  }
  shared_products: {
    store_env_id: string
    grant_id: string
    origin_product_id: string
    product_id: string
    platform_product_id: string
    title: string | null
    url: string | null
    is_filled: boolean
  }
  shared_review_changes: {
    store_env_id: string
    grant_id: string
    id: string
    review_id: string | null
  }
  shared_review_erasures: {
    store_env_id: string
    author_digest: Buffer
    erased_at: string
  }
  shared_review_leases: {
    store_env_id: string
    leased_by: string | null
    leased_until: string | null
  }
  shared_review_photos: {
    store_env_id: string
    id: string
    review_id: string
    position: number
    storage_key: string
    width: number | null
    height: number | null
    variants: string[] | null
  }
  shared_review_runs: {
    store_env_id: string
    grant_id: string
    giver_store_env_id: string
    is_unmatched: boolean
    filled_submitted_at: string | null
    filled_id: string | null
    approves_until: string | null
    approves_by: string | null
    approves_role: string | null
    approves_via: string | null
    has_older: boolean
  }
  shared_reviews: {
    store_env_id: string
    id: string
    grant_id: string
    origin_id: string
    origin_product_id: string
    product_id: string
    rating: number
    title: string | null
    body: string
    author_name: string
    author_digest: Buffer | null
    verified: boolean
    status: 'pending' | 'approved' | 'rejected' | 'spam'
    moderation_reason: string | null
    moderation_policy: number | null
    moderated_at: string | null
    moderated_by: string | null
    incentive: 'coupon' | 'points' | null
    reply_body: string | null
    reply_author_name: string | null
    replied_at: string | null
    locale: string | null
    photo_count: number
    origin_photos: unknown | null
    awaits_photos: boolean
    submitted_at: string
    approved_at: string | null
    created_at: string
    updated_at: string
  }
  shop_connection_strings: {
    store_env_id: string
    id: string
    connection_id: string
    api_key_id: string
    to_evident: Buffer
    to_shop: Buffer
    page: string
    may_reply: boolean
    created_at: string
    ends_at: string | null
  }
  shop_connections: {
    store_env_id: string
    id: string
    platform: 'shopify' | 'woocommerce' | 'bigcommerce' | 'medusa' | 'vendure' | 'custom'
    name: string
    address: string
    credentials: Buffer
    credential_last4: string | null
    hook_secret: Buffer
    identifiers: unknown
    backfill_days: number
    status: 'installing' | 'active' | 'paused' | 'needs_reauth' | 'removed'
    status_reason: string | null
    missing_scopes: string[]
    missing_hooks: string[]
    install_state: string | null
    install_until: string | null
    renewed_by: string | null
    renewed_until: string | null
    last_webhook_at: string | null
    rejected_webhooks: number
    next_sync_at: string | null
    first_connected_at: string | null
    orders_read_at: string | null
    created_at: string
    updated_at: string
    plugin_version: string | null
    plugin_shop_version: string | null
    plugin_callback: string | null
    plugin_seen_at: string | null
    plugin_said_at: string | null
    plugin_credentials_at: string | null
  }
  shop_lookups: {
    connection_id: string
    store_env_id: string
    platform: string
    address: string
  }
  shop_orders: {
    store_env_id: string
    platform_order_id: string
    changed_at: string
  }
  shop_products: {
    store_env_id: string
    platform_product_id: string
    connection_id: string
    seen_by: string
  }
  shop_retirements: {
    store_env_id: string
    id: string
    sync_id: string
    platform_product_id: string
    platform_variant_id: string | null
    title: string | null
    variants: number
    state: 'found_missing' | 'confirmed' | 'retired' | 'still_there'
    reason: string
    created_at: string
  }
  shop_syncs: {
    store_env_id: string
    id: string
    connection_id: string
    kind: 'catalogue' | 'orders'
    trigger: 'connect' | 'repair' | 'manual' | 'nightly' | 'settings'
    status: 'queued' | 'running' | 'completed' | 'failed' | 'held' | 'cancelled'
    phase: string
    position: unknown | null
    pages: number
    stale_pages: number
    read: number
    read_variants: number
    total: number | null
    counts: unknown
    would_retire: number | null
    is_confirmed: boolean
    warnings: unknown
    error: unknown | null
    attempts: number
    failing_since: string | null
    paused_until: string | null
    leased_by: string | null
    leased_until: string | null
    started_at: string | null
    finished_at: string | null
    created_at: string
    pass: string | null
    pass_read: number
    restarts: number
    restarting_since: string | null
  }
  sign_ups: {
    organization_id: string
    token_digest: Buffer
    email: string
    name: string
    password_hash: string | null
    organization: string
    store: string
    origin: string
    affiliate_code: string | null
    proves_address: boolean
    created_at: string
    expires_at: string
    used_at: string | null
    chosen_hash: string | null
  }
  single_sign_on: {
    organization_id: string
    id: string
    issuer: string
    client_id: string
    client_secret: Buffer
    secret_last4: string
    required: boolean
    default_role: 'VIEWER' | 'MEMBER' | 'ADMIN'
    invited_only: boolean
    created_at: string
    updated_at: string
  }
  single_sign_on_attempts: {
    state_digest: Buffer
    browser_digest: Buffer
    organization_id: string
    issuer: string
    client_id: string
    user_id: string | null
    next_path: string | null
    expires_at: string
  }
  single_sign_on_domains: {
    id: string
    organization_id: string
    domain: string
    written: string
    found: string[]
    checked_at: string | null
    proven_at: string | null
    failing_since: string | null
    next_check_at: string | null
    created_at: string
  }
  single_sign_on_links: {
    organization_id: string
    member_id: string
    issuer: string
    subject: string
    created_at: string
    last_used_at: string
  }
  store_settings: {
    store_env_id: string
    id: string
    erasure: 'delete' | 'anonymize'
    updated_at: string
  }
  storefront_secrets: {
    store_env_id: string
    organization_id: string
    seed: string
    previous_seed: string
    rotated_at: string
  }
  storefront_settings: {
    store_env_id: string
    id: string
    settings: unknown
    updated_at: string
  }
  stores: {
    id: string
    organization_id: string
    name: string
    origins: string[]
    platform: string | null
    timezone: string
    currency: string
    created_at: string
  }
  stripe_acts: {
    store_env_id: string
    id: string
    kind: string
    plan: string | null
    started_at: string
    leased_until: string
    ended_at: string | null
  }
  stripe_customers: {
    organization_id: string
    key: string
    customer: string | null
    created_at: string
  }
  stripe_events: {
    id: string
    kind: string
    subscription: string | null
    payment_intent: string | null
    created_at: string
    received_at: string
    found_by: 'webhook' | 'reconciliation'
    applied_at: string | null
  }
  stripe_reconciliation: {
    only_row: boolean
    since: string
    started_at: string
    stage: 'events' | 'subscriptions' | 'done'
    position: string | null
  }
  stripe_stores: {
    store_env_id: string
    checkout: string | null
    checkout_plan: string | null
    last_reading_at: string
    applied_reading_at: string
  }
  subscription_events: {
    store_env_id: string
    id: string
    key: string
    kind: string
    at: string
    facts: unknown
    recorded_at: string
  }
  subscriptions: {
    store_env_id: string
    organization_id: string
    plan: string
    status: 'trialing' | 'active' | 'past_due' | 'cancelled' | 'expired'
    trial_ends_at: string | null
    current_period_ends_at: string | null
    past_due_since: string | null
    cancelled_at: string | null
    created_at: string
    updated_at: string
    anchor_at: string | null
    current_period_starts_at: string | null
    next_plan: string | null
    next_plan_at: string | null
    next_step_at: string
    provider: string | null
    provider_customer: string | null
    provider_subscription: string | null
    ends_with_organization: boolean
  }
  support_grants: {
    id: string
    organization_id: string
    ticket_id: string
    role: 'VIEWER' | 'MEMBER' | 'ADMIN'
    granted_by: string
    created_at: string
    expires_at: string
    ended_at: string | null
  }
  support_messages: {
    id: string
    organization_id: string
    ticket_id: string
    side: 'member' | 'support'
    author: string | null
    author_name: string
    body: string
    created_at: string
  }
  support_tickets: {
    id: string
    organization_id: string
    store_env_id: string | null
    subject: string
    state: 'open' | 'waiting' | 'closed'
    opened_by: string
    created_at: string
    updated_at: string
  }
  support_tokens: {
    id: string
    digest: Buffer
    organization_id: string
    grant_id: string
    staff: string
    created_at: string
  }
  unknown_proxies: {
    peer: string
    first_seen_at: string
    last_seen_at: string
  }
  uploads: {
    store_env_id: string
    id: string
    state: 'receiving' | 'ready'
    source: 'api' | 'storefront' | 'form'
    storage_key: string
    width: number
    height: number
    variants: string[]
    created_at: string
  }
  used_invitations: {
    token_digest: Buffer
    organization_id: string
    used_at: string
  }
  wake_ups: {
    store_env_id: string
    task: string
    due_at: string
    organization_id: string
  }
  web_page_former_slugs: {
    store_env_id: string
    slug: string
    page_id: string
    created_at: string
  }
  web_page_handles: {
    handle: string
    store_env_id: string
    is_current: boolean
    since: string
  }
  web_page_versions: {
    store_env_id: string
    page_id: string
    version: number
    kind: 'reviews' | 'faq' | 'gallery' | 'landing'
    title: string
    description: string | null
    blocks: unknown
    noindex: boolean
    canonical_url: string | null
    variables: unknown
    locale: string | null
    translations: unknown
    saved_by_type: string
    saved_by_id: string | null
    created_at: string
  }
  web_pages: {
    store_env_id: string
    id: string
    slug: string
    version: number
    published_version: number | null
    published_at: string | null
    created_at: string
    updated_at: string
  }
  webhook_deliveries: {
    store_env_id: string
    id: string
    endpoint_id: string
    cause: 'event' | 'recovery' | 'replay' | 'test'
    event: string
    event_row_id: string | null
    test_data: string | null
    firing_id: string
    state: 'pending' | 'delivered' | 'failed'
    attempt: number
    version: number
    due_at: string
    attempts: unknown
    created_at: string
    finished_at: string | null
  }
  webhook_endpoints: {
    store_env_id: string
    id: string
    url: string
    description: string | null
    events: string[] | null
    secret: Buffer
    enabled: boolean
    disabled_at: string | null
    disabled_reason: 'manual' | 'gone' | 'failing' | null
    missed_from: number | null
    failing_since: string | null
    created_at: string
    updated_at: string
    gallery_id: string | null
    made_by: 'person' | 'key' | 'connection' | 'partner' | 'support' | 'unknown'
    maker_id: string | null
    shop_connection_id: string | null
  }
  webhook_lanes: {
    store_env_id: string
    endpoint_id: string
    organization_id: string
    due_at: string | null
    leased_by: string | null
    leased_until: string | null
    paused_until: string | null
    failures: number
    pending: number
    oldest_at: string | null
  }
  widget_sightings: {
    store_env_id: string
    widget: string
    first_seen_at: string
    last_seen_at: string
  }
}
