// Row types of every table, generated from the migrations by npm run schema.
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

// oxlint-disable-next-line typescript/no-explicit-any
type JsonColumn = JSONColumnType<any>
// oxlint-disable-next-line typescript/no-explicit-any
type GeneratedJson = ColumnType<any, string | undefined, string>

// Read as a Buffer, written from any bytes.
type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>

export interface Database {
  announcements: {
    organization_id: Generated<string>
    id: Generated<string>
    subject: string
    text: string
    filter: GeneratedJson
    state: Generated<string>
    customer_ids: string[]
    next_index: Generated<number>
    per_hour: Generated<number>
    author_id: string | null
    created_at: Generated<string>
    ended_at: string | null
    kind: Generated<string>
    by_email: Generated<boolean>
    by_text: Generated<boolean>
    next_at: Generated<string>
  }
  applicator_licenses: {
    organization_id: Generated<string>
    person_id: string
    number: string
    updated_at: Generated<string>
  }
  audit: {
    id: Generated<string>
    organization_id: Generated<string | null>
    actor_id: string | null
    real_actor_id: string | null
    impersonation_id: string | null
    action: string
    entity: string | null
    entity_id: string | null
    before: JsonColumn | null
    after: JsonColumn | null
    request_id: string | null
    ip: string | null
    at: Generated<string>
    outcome: string | null
  }
  backups: {
    id: Generated<string>
    at: string
    file: string | null
    row_count: number | null
    fault: string | null
  }
  bill_reminders: {
    organization_id: Generated<string>
    invoice_id: string
    due_on: string
    step: number
    message_id: string | null
    created_at: Generated<string>
    late_fee_cents: number | null
    late_fee_on: string | null
  }
  book_checks: {
    organization_id: Generated<string>
    on_day: string
    checked_at: Generated<string>
    rows_checked: number
    differences: number
    first: JsonColumn | null
    untold: Generated<number>
  }
  business_hours: {
    organization_id: Generated<string>
    weekday: number
    opens_minutes: number | null
    closes_minutes: number | null
    is_closed: boolean
  }
  calendar_feeds: {
    organization_id: Generated<string>
    id: Generated<string>
    person_id: string
    scope: string
    team_id: string | null
    token_hash: string
    token_sealed: string
    created_at: Generated<string>
    read_at: string | null
    revoked_at: string | null
  }
  canned_replies: {
    organization_id: Generated<string>
    id: Generated<string>
    title: string
    text: string
    updated_at: Generated<string>
  }
  card_links: {
    organization_id: Generated<string>
    id: Generated<string>
    invoice_id: string
    failed_attempt_id: string
    token_hash: string
    expires_at: string
    setup_intent_id: string | null
    used_at: string | null
    payment_method_id: string | null
    retry_attempt_id: string | null
    refusal_sentence: string | null
    created_at: Generated<string>
  }
  charge_approvals: {
    organization_id: Generated<string>
    id: Generated<string>
    invoice_id: string
    amount_cents: number
    name: string
    words: string
    recorded_by: string | null
    created_at: Generated<string>
  }
  charge_attempts: {
    organization_id: Generated<string>
    id: Generated<string>
    invoice_id: string
    payment_intent_row: string
    n: number
    via: string
    payment_method_id: string | null
    key_confirm: string
    state: Generated<string>
    decline_code: string | null
    error_sentence: string | null
    actor_id: string | null
    next_check_at: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    provider_charge_id: string | null
    consent_id: string | null
    approval_id: string | null
    starts_at: string | null
  }
  chosen_ends: {
    organization_id: Generated<string>
    series_id: string
    end_date: string
    chosen_at: Generated<string>
  }
  closed_dates: {
    organization_id: Generated<string>
    date: string
    reason: string | null
  }
  consent_requests: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string
    old_cap_cents: number
    new_cap_cents: number
    token_hash: string
    token_sealed: string
    asked_at: Generated<string>
    answer: string | null
    answered_at: string | null
    consent_id: string | null
  }
  consents: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string | null
    signup_lead_id: string | null
    kind: string
    accepted: boolean
    text: string
    text_hash: string
    cap_cents: number | null
    accepted_at: Generated<string>
    ip: string | null
    agent: string | null
    revoked_at: string | null
    page: string | null
  }
  credit_uses: {
    organization_id: Generated<string>
    id: Generated<string>
    credit_id: string
    invoice_id: string | null
    amount_cents: number
    used_at: Generated<string>
    returned_at: string | null
    method: string | null
    note: string | null
    paid_by: string | null
  }
  credits: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string
    amount_cents: number
    used_cents: Generated<number>
    reason: string
    given_by: string | null
    given_at: Generated<string>
    taken_back_at: string | null
    taken_back_by: string | null
    held_at: string | null
  }
  crew_commands: {
    organization_id: Generated<string>
    person_id: string
    client_id: string
    kind: string
    at: string | null
    waited_ms: number
    skew_ms: number | null
    body: JsonColumn
    answer: JsonColumn
    received_at: Generated<string>
  }
  crew_reports: {
    organization_id: Generated<string>
    id: Generated<string>
    client_id: string
    person_id: string
    kind: string
    reason: string
    sentence: string | null
    label: string | null
    text: string | null
    series_id: string | null
    original_date: string | null
    customer_id: string | null
    team_id: string | null
    service_name: string | null
    price_cents: number | null
    done_at: string
    done_on: string
    created_at: Generated<string>
    settled_as: string | null
    settled_at: string | null
    settled_by: string | null
    settled_reason: string | null
    invoice_id: string | null
  }
  customer_notes: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string
    author_id: string | null
    author_name: string | null
    text: string
    created_at: Generated<string>
  }
  customer_requests: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string
    series_id: string
    original_date: string
    date: string
    action: string
    reason: string | null
    preferred_dates: Generated<string[]>
    status: Generated<string>
    resolution_reason: string | null
    resolved_at: string | null
    resolved_by: string | null
    created_at: Generated<string>
  }
  customers: {
    organization_id: Generated<string>
    id: Generated<string>
    person_id: string | null
    status: Generated<string>
    was_active: Generated<boolean>
    name: string | null
    email: string | null
    phone_number: string | null
    phone_display: string | null
    team_id: string | null
    tags: Generated<string[]>
    available_days: Generated<string[]>
    services_selected: GeneratedJson
    service_frequency: string | null
    service_interval: number | null
    reminder_opt_in: Generated<boolean>
    invoice_email_opt_in: Generated<boolean>
    sms_opt_in: Generated<boolean>
    autopay_enabled: Generated<boolean>
    autopay_oneoffs: Generated<boolean>
    autopay_cap_cents: number | null
    preferred_charge_day: number | null
    stripe_customer_id: string | null
    default_payment_method_id: string | null
    out_of_area: Generated<boolean>
    signup_lead_id: string | null
    signup_completed_at: string | null
    paused_from: string | null
    resume_on: string | null
    pause_reason: string | null
    archived_reason: string | null
    referral_count: Generated<number>
    referral_code: string | null
    version: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
    archived_at: string | null
    promotions_off_at: string | null
    wishes_before: JsonColumn | null
    wishes_changed_at: string | null
    referred_by: string | null
    address_text: string | null
    gate_code: string | null
    locale: string | null
    signup_seen_at: string | null
    notices_off: Generated<string[]>
    invoice_sending: string | null
    tax_certificate: string | null
    tax_exempt_until: string | null
    bill_reminders: Generated<boolean>
    gate_code_sealed: string | null
    search: GeneratedAlways<string | null>
  }
  disputes: {
    organization_id: Generated<string>
    id: string
    payment_id: string
    amount_cents: number
    status: string
    reason: string | null
    due_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    evidence: string | null
    evidence_by: string | null
    evidence_sent_at: string | null
    settled_as: string | null
    settled_at: string | null
  }
  erasures: {
    id: Generated<string>
    person_id: string
    asked_at: Generated<string>
    due_at: string
    cancelled_at: string | null
    told_at: string | null
    done_at: string | null
  }
  events: {
    organization_id: Generated<string>
    number: number
    type: string
    data: JsonColumn
    actor_id: string | null
    real_actor_id: string | null
    customer_id: string | null
    team_ids: Generated<string[]>
    at: Generated<string>
  }
  export_parts: {
    organization_id: Generated<string>
    export_id: string
    n: number
    content: Bytes
  }
  exports: {
    organization_id: Generated<string>
    id: Generated<string>
    state: Generated<string>
    asked_by: string | null
    run: Generated<number>
    percent: Generated<number>
    row_count: number | null
    byte_count: number | null
    created_at: Generated<string>
    ended_at: string | null
    expires_at: string | null
  }
  extra_work: {
    organization_id: Generated<string>
    id: string
    series_id: string
    original_date: string
    customer_id: string
    team_id: string | null
    person_id: string
    service_id: string | null
    description: string
    quantity: number
    unit_price_cents: number | null
    note: string | null
    done_at: string
    done_on: string
    created_at: Generated<string>
    state: Generated<string>
    settled_at: string | null
    settled_by: string | null
    reason: string | null
    invoice_id: string | null
  }
  files: {
    organization_id: Generated<string>
    id: string
    purpose: string
    series_id: string | null
    original_date: string | null
    customer_id: string | null
    type: string
    bytes: number
    width: number
    height: number
    content: Bytes | null
    thumbnail: Bytes | null
    label: string | null
    person_id: string
    made_at: string
    received_at: Generated<string>
    removed_at: string | null
    removed_by: string | null
  }
  gate_code_looks: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string
    person_id: string
    person_name: string | null
    team_name: string | null
    series_id: string | null
    original_date: string | null
    visit_date: string | null
    screen: string
    at: Generated<string>
  }
  idempotency_keys: {
    organization_id: Generated<string>
    person_id: string
    call: string
    key: string
    body_hash: string
    status: number | null
    answer: JsonColumn | null
    created_at: Generated<string>
  }
  idp_account: {
    id: Generated<string>
    email: string | null
    email_verified: Generated<boolean>
    name: string | null
    password_hash: string | null
    created_at: Generated<string>
    disabled_at: string | null
    first_signed_in_at: string | null
    phone_number: string | null
  }
  idp_address: {
    kind: string
    address: string
    account_id: string
    proven_at: Generated<string>
    how: string
    session_uid: string | null
    used_at: string | null
  }
  idp_device_link: {
    token_hash: string
    account_id: string
    organization_id: string
    created_by: string
    expires_at: string
    used_at: string | null
  }
  idp_factor: {
    account_id: string
    secret_sealed: string
    last_step: Generated<number>
    created_at: Generated<string>
    confirmed_at: string | null
  }
  idp_key: {
    kid: string
    jwk: JsonColumn
    created_at: Generated<string>
  }
  idp_link: {
    token_hash: string
    account_id: string
    purpose: string
    expires_at: string
    used_at: string | null
  }
  idp_passkey: {
    id: Generated<string>
    account_id: string
    credential_id: string
    public_key: string
    counter: Generated<number>
    transports: Generated<string[]>
    is_synced: Generated<boolean>
    rp_id: string
    name: string
    created_at: Generated<string>
    used_at: string | null
  }
  idp_payload: {
    model: string
    id: string
    payload: JsonColumn
    grant_id: string | null
    user_code: string | null
    uid: string | null
    consumed_at: string | null
    expires_at: string | null
  }
  idp_recovery: {
    account_id: string
    code_hash: string
    used_at: string | null
  }
  idp_session: {
    uid: string
    account_id: string
    agent: string | null
    ip: string | null
    started_at: Generated<string>
    seen_at: Generated<string>
    ended_at: string | null
  }
  idp_sign_in_code: {
    uid: string
    account_id: string | null
    email: string | null
    code_hash: string
    tries: Generated<number>
    expires_at: string
    phone: string | null
  }
  idp_throttle: {
    key: string
    used: number
    free_at: string
  }
  idp_undo: {
    token_hash: string
    account_id: string
    change: string
    before_sealed: string
    made_at: Generated<string>
    expires_at: string
    used_at: string | null
  }
  impersonations: {
    id: Generated<string>
    admin_id: string
    target_id: string
    session_hash: string
    started_at: Generated<string>
    expires_at: string
    ended_at: string | null
  }
  import_files: {
    organization_id: Generated<string>
    import_id: string
    rows_gzip: string | null
    created_at: Generated<string>
    rows_sealed: string | null
  }
  import_rows: {
    organization_id: Generated<string>
    import_id: string
    kind: string
    made_id: string
    file_row: number | null
    external_key: string | null
    before: JsonColumn | null
  }
  imports: {
    organization_id: Generated<string>
    id: Generated<string>
    state: Generated<string>
    source: string
    holds: string | null
    report: Generated<boolean>
    file_name: string
    encoding: string
    headers: JsonColumn
    sample: JsonColumn
    remarks: GeneratedJson
    row_count: number
    mapping: JsonColumn
    choices: GeneratedJson
    checked: JsonColumn | null
    result: JsonColumn | null
    first_date: string | null
    created_by: string | null
    created_at: Generated<string>
    committed_at: string | null
    undone_at: string | null
    sample_sealed: string | null
    answers: GeneratedJson
  }
  invitations: {
    id: Generated<string>
    organization_id: Generated<string | null>
    kind: string
    via: string
    code_hash: string
    code_sealed: string
    email: string | null
    phone: string | null
    name: string | null
    role: string | null
    team_id: string | null
    status: Generated<string>
    prefill: GeneratedJson
    uses: Generated<number>
    single_use: Generated<boolean>
    created_by: string | null
    accepted_by: string | null
    accepted_at: string | null
    created_at: Generated<string>
    expires_at: string | null
    ticket_url: string | null
  }
  invoice_lines: {
    organization_id: Generated<string>
    id: Generated<string>
    invoice_id: string
    position: number
    service_id: string | null
    service_key: string | null
    description: string
    quantity: Generated<number>
    unit_price_cents: number
    discount_cents: Generated<number>
    tax_cents: Generated<number>
    total_cents: number
    series_id: string | null
    original_date: string | null
    taxable: Generated<boolean>
    tax_name: string | null
    tax_ppm: number | null
    tax_certificate: string | null
  }
  invoice_runs: {
    organization_id: Generated<string>
    id: Generated<string>
    invoice_ids: string[]
    next_index: Generated<number>
    sent: Generated<number>
    not_sent: Generated<number>
    author_id: string | null
    created_at: Generated<string>
    done_at: string | null
  }
  invoices: {
    organization_id: Generated<string>
    id: Generated<string>
    number: number | null
    customer_id: string
    doc: Generated<string>
    money: Generated<string>
    sent_at: string | null
    issued_at: string | null
    paid_at: string | null
    currency: Generated<string>
    subtotal_cents: Generated<number>
    discount_cents: Generated<number>
    tax_cents: Generated<number>
    tip_cents: Generated<number>
    total_cents: Generated<number>
    paid_cents: Generated<number>
    refunded_cents: Generated<number>
    due_date: string | null
    effective_due_date: string | null
    due_date_overridden: Generated<boolean>
    charge_on: string | null
    period_start: string | null
    period_end: string | null
    source: Generated<string>
    rule_id: string | null
    series_id: string | null
    original_date: string | null
    customer_name: string | null
    customer_email: string | null
    customer_phone: string | null
    street: string | null
    city: string | null
    state: string | null
    zip: string | null
    failure_code: string | null
    failure_sentence: string | null
    retry_count: Generated<number>
    next_retry_at: string | null
    pay_token_hash: string | null
    pay_token_sealed: string | null
    pay_token_expires_at: string | null
    payment_method_kind: string | null
    version: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
    notes: string | null
    send_at: string | null
    due_tried_on: string | null
    refusal_code: string | null
    refusal_sentence: string | null
    paid_ties: Generated<boolean>
    replaces_id: string | null
    number_prefix: Generated<string>
    credit_cents: Generated<number>
    late_fee_of_id: string | null
    fee_credit_id: string | null
  }
  leave_requests: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string
    reason: string | null
    status: Generated<string>
    answer: string | null
    created_at: Generated<string>
    resolved_at: string | null
    resolved_by: string | null
  }
  led_teams: {
    organization_id: Generated<string>
    membership_id: string
    team_id: string
  }
  ledger_entries: {
    organization_id: Generated<string>
    id: Generated<string>
    fact: string
    account: string
    amount_cents: number
    currency: Generated<string>
    invoice_id: string | null
    payment_id: string | null
    at: Generated<string>
  }
  memberships: {
    organization_id: Generated<string>
    id: Generated<string>
    person_id: string
    role: string
    status: Generated<string>
    customer_id: string | null
    team_id: string | null
    created_at: Generated<string>
    is_customer: GeneratedAlways<boolean | null>
    ended_at: string | null
    ended_by: string | null
    signed_out_at: string | null
  }
  merged_customers: {
    organization_id: Generated<string>
    id: string
    into_id: string
    was: JsonColumn
    outcome: JsonColumn
    merged_by: string | null
    merged_at: Generated<string>
  }
  message_blocks: {
    channel: string
    address: string
    reason: string
    detail: string | null
    at: Generated<string>
  }
  message_wordings: {
    organization_id: Generated<string>
    kind: string
    locale: string
    parts: JsonColumn
    updated_by: string | null
    updated_at: Generated<string>
    variant: Generated<string>
  }
  messages: {
    id: Generated<string>
    organization_id: Generated<string | null>
    customer_id: string | null
    person_id: string | null
    channel: string
    template: string
    category: Generated<string>
    once_key: string | null
    recipient: string
    subject: string | null
    text: string
    html: string | null
    status: Generated<string>
    error: string | null
    provider_id: string | null
    tries: Generated<number>
    created_at: Generated<string>
    sent_at: string | null
    from_name: string | null
    reply_to: string | null
    tells: JsonColumn | null
    direction: Generated<string>
    reason: string | null
    held_until: string | null
    useful_until: string | null
    claimed_at: string | null
    delivered_at: string | null
    basis: string | null
    consent_id: string | null
    data: JsonColumn | null
    locale: Generated<string>
    segments: number | null
    author_id: string | null
    resend_of: string | null
    thread_id: string | null
    announcement_id: string | null
    invoice_id: string | null
    document: JsonColumn | null
    texted_for: string | null
    changes: JsonColumn | null
    plans: JsonColumn | null
    product_update_id: string | null
    switched_off_at: string | null
  }
  misc_events: {
    organization_id: Generated<string>
    id: Generated<string>
    title: string
    date: string
    start_minutes: number | null
    duration_minutes: Generated<number>
    notes: string | null
    team_id: string | null
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  organization_logos: {
    organization_id: Generated<string>
    hash: string
    type: string
    content: string
  }
  organizations: {
    id: Generated<string>
    organization_id: GeneratedAlways<string | null>
    slug: string
    name: string
    status: Generated<string>
    industry: Generated<string>
    website: string | null
    phone_number: string | null
    email: string | null
    street: string | null
    city: string | null
    state: string | null
    zip: string | null
    service_area_zipcodes: Generated<string[]>
    services_rendered: Generated<string[]>
    insurance_provider: string | null
    time_zone: Generated<string>
    owner_person_id: string | null
    signup_open: Generated<boolean>
    activate_signups: Generated<boolean>
    customer_due_day: Generated<number>
    estimated_customers: Generated<number>
    onboarding_step: string | null
    onboarded_at: string | null
    schedule_settings: GeneratedJson
    version: Generated<number>
    revision: Generated<number>
    next_invoice_number: Generated<number>
    stripe_account_id: string | null
    stripe_charges_enabled: Generated<boolean>
    stripe_payouts_enabled: Generated<boolean>
    stripe_details_submitted: Generated<boolean>
    stripe_requirements_due: Generated<number>
    stripe_disabled_reason: string | null
    stripe_checked_at: string | null
    platform_customer_id: string | null
    platform_subscription_id: string | null
    subscription_status: Generated<string>
    trial_ends_at: string | null
    platform_default_pm: string | null
    platform_pm_summary: JsonColumn | null
    cancel_at_period_end: Generated<boolean>
    platform_period_end: string | null
    platform_due_day: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
    past_due_since: string | null
    subscription_number: Generated<number>
    signups_in_area_only: Generated<boolean>
    reminded_on: string | null
    reminded_revision: number | null
    listed: Generated<boolean>
    plan_revision: Generated<number>
    message_settings: GeneratedJson
    brand_color: string | null
    digest_on: string | null
    logo: JsonColumn | null
    requires_second_factor: Generated<boolean>
    first_steps_hidden_at: string | null
    wallet_domain: string | null
    wallet_domain_id: string | null
    wallet_problem: string | null
    wallet_checked_at: string | null
  }
  ownership_offers: {
    organization_id: Generated<string>
    id: Generated<string>
    from_person_id: string
    to_person_id: string
    status: Generated<string>
    created_at: Generated<string>
    answered_at: string | null
    expires_at: Generated<string>
  }
  pay_periods: {
    organization_id: Generated<string>
    id: Generated<string>
    starts_on: string
    ends_on: string
    approved_at: Generated<string>
    approved_by: string
    opened_at: string | null
    opened_by: string | null
    open_reason: string | null
  }
  payment_holds: {
    organization_id: Generated<string>
    customer_id: string
    held_at: Generated<string>
    owed_cents: number
    released_at: string | null
    released_by: string | null
    release_reason: string | null
    excused_cents: Generated<number>
  }
  payment_intents: {
    organization_id: Generated<string>
    id: Generated<string>
    invoice_id: string
    n: number
    account: string
    provider_id: string | null
    amount_cents: number
    currency: Generated<string>
    status: Generated<string>
    key_create: string
    created_at: Generated<string>
    updated_at: Generated<string>
    tip_cents: Generated<number>
  }
  payment_methods: {
    organization_id: Generated<string>
    id: string
    customer_id: string
    type: string
    brand: string | null
    last4: string | null
    exp_month: number | null
    exp_year: number | null
    bank_name: string | null
    status: Generated<string>
    mandate: string | null
    setup_intent_id: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    last_return_code: string | null
    wallet: string | null
  }
  payments: {
    organization_id: Generated<string>
    id: Generated<string>
    invoice_id: string | null
    customer_id: string | null
    provider_intent_id: string | null
    provider_charge_id: string | null
    account: string | null
    kind: Generated<string>
    amount_cents: number
    currency: Generated<string>
    fee_cents: number | null
    net_cents: number | null
    refunded_cents: Generated<number>
    status: string
    description: string | null
    customer_name: string | null
    customer_email: string | null
    pm_type: string | null
    card_brand: string | null
    last4: string | null
    failure_code: string | null
    failure_sentence: string | null
    captured_at: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    reversed_at: string | null
    reversed_by: string | null
    reversal_reason: string | null
    tip_cents: Generated<number>
    wallet: string | null
    kept_cents: Generated<number>
    credit_id: string | null
  }
  payout_lines: {
    organization_id: Generated<string>
    transaction_id: string
    payout_id: string
    type: string
    amount_cents: number
    fee_cents: number
    net_cents: number
    made_at: string
    source_id: string | null
    facts: Generated<string[]>
  }
  payouts: {
    organization_id: Generated<string>
    id: Generated<string>
    account: string
    provider_id: string
    amount_cents: number
    currency: string
    status: string
    automatic: boolean
    is_reconciled: Generated<boolean>
    arrival_date: string
    made_at: string
    failure_sentence: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  people: {
    id: Generated<string>
    email: string | null
    name: string | null
    phone_number: string | null
    avatar_url: string | null
    status: Generated<string>
    platform_role: string | null
    time_zone: string | null
    locale: Generated<string>
    theme: Generated<string>
    preferred_contact: Generated<string>
    notification_prefs: GeneratedJson
    active_organization_id: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    email_verified_at: string | null
    last_seen_at: string | null
  }
  person_identities: {
    issuer: string
    subject: string
    person_id: string
    created_at: Generated<string>
    email: string | null
  }
  person_pictures: {
    person_id: string
    hash: string
    content: Bytes
    uploaded_at: Generated<string>
  }
  plan_waits: {
    organization_id: Generated<string>
    series_id: string
    is_new: boolean
    tell_at: string
  }
  platform_lead_notes: {
    id: Generated<string>
    lead_id: string
    author_id: string | null
    text: string
    created_at: Generated<string>
  }
  platform_leads: {
    id: Generated<string>
    email: string
    name: string | null
    company: string | null
    phone: string | null
    source: Generated<string>
    origin: string | null
    path: string | null
    stage: Generated<string>
    status: Generated<string>
    priority: Generated<string>
    assigned_to_person_id: string | null
    next_action_at: string | null
    calendly_event_url: string | null
    organization_id: string | null
    version: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  price_campaign_lines: {
    organization_id: Generated<string>
    campaign_id: string
    series_id: string
    customer_id: string
    service_id: string
    place: string | null
    was_cents: number | null
    old_cents: number
    new_cents: number
    need_cents: number
    asks: boolean
    monthly_cents: number
    first_on: string | null
    image: JsonColumn
    digest: string
    tell: string | null
    told_at: string | null
    outcome: string | null
    unreached: string | null
    phoned_at: string | null
  }
  price_campaigns: {
    organization_id: Generated<string>
    id: Generated<string>
    filter: JsonColumn
    raise: JsonColumn
    effective_on: string
    subject: string
    text: string
    tells: boolean
    state: Generated<string>
    author_id: string | null
    created_at: Generated<string>
    undone_by: string | null
    undone_at: string | null
  }
  product_applications: {
    organization_id: Generated<string>
    id: string
    series_id: string
    original_date: string
    customer_id: string
    customer_name: string | null
    address: string | null
    service_name: string | null
    product_id: string | null
    product_name: string
    epa_number: string | null
    amount: number
    unit: string
    area: string | null
    target: string | null
    method: string | null
    wind_mph: number | null
    temperature_f: number | null
    person_id: string
    applicator_name: string | null
    license_number: string | null
    applied_at: string
    applied_on: string
    received_at: Generated<string>
    voided_at: string | null
    voided_by: string | null
    void_reason: string | null
  }
  product_updates: {
    id: Generated<string>
    subject: string
    text: string
    subject_es: string | null
    text_es: string | null
    state: Generated<string>
    version: Generated<number>
    author_id: string
    sent_by: string | null
    person_ids: Generated<string[]>
    next_index: Generated<number>
    created_at: Generated<string>
    sent_at: string | null
    ended_at: string | null
  }
  products: {
    organization_id: Generated<string>
    id: Generated<string>
    name: string
    epa_number: string | null
    unit: string
    active: Generated<boolean>
    created_at: Generated<string>
  }
  provider_events: {
    account: string
    event_id: string
    kind: string
    type: string
    object_id: string | null
    payload: JsonColumn
    received_at: Generated<string>
    processed_at: string | null
    tries: Generated<number>
    error: string | null
  }
  push_subscriptions: {
    id: Generated<string>
    person_id: string
    endpoint: string
    p256dh: string
    auth: string
    agent: string | null
    created_at: Generated<string>
    failed_at: string | null
  }
  record_changes: {
    organization_id: Generated<string>
    id: Generated<string>
    record: string
    record_id: string
    customer_id: string | null
    at: Generated<string>
    actor_id: string | null
    real_actor_id: string | null
    request_id: string | null
    ip: string | null
    before: JsonColumn
    after: JsonColumn
  }
  refunds: {
    organization_id: Generated<string>
    id: Generated<string>
    payment_id: string
    amount_cents: number
    reason: string | null
    key: string
    provider_id: string | null
    state: Generated<string>
    error_sentence: string | null
    actor_id: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    automatic: Generated<boolean>
    tip_cents: Generated<number>
    accepted_at: string | null
    again_of: string | null
    method: string | null
    credit_id: string | null
    dropped_at: string | null
  }
  review_requests: {
    organization_id: Generated<string>
    customer_id: string
    season: string
    asked_at: Generated<string>
  }
  route_spots: {
    organization_id: Generated<string>
    series_id: string
    original_date: string
    date: string
    team_id: string | null
    position: number
  }
  rules: {
    organization_id: Generated<string>
    id: Generated<string>
    series_id: string
    customer_id: string
    service_id: string
    location_id: string | null
    team_id: string | null
    pattern: string
    interval: Generated<number>
    weekdays: number[] | null
    month_week: number | null
    anchor_date: string
    start_date: string
    end_date: string | null
    season_start_month: number | null
    season_end_month: number | null
    start_minutes: number | null
    duration_minutes: number | null
    price_cents: number | null
    billing_mode: Generated<string>
    notes: string | null
    created_by: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    removed_at: string | null
    pauses: GeneratedJson
    skips_closed: Generated<boolean>
    counts_from: Generated<string>
    buffer_days: number | null
  }
  schedule_edits: {
    organization_id: Generated<string>
    id: Generated<string>
    image: JsonColumn
    digest: string
    created_by: string | null
    created_at: Generated<string>
    undone_at: string | null
    restored: number | null
  }
  security_events: {
    id: Generated<string>
    at: Generated<string>
    event: string
    outcome: string
    account_id: string | null
    account_hash: string | null
    person_id: string | null
    real_person_id: string | null
    organization_id: string | null
    session_uid: string | null
    ip: string | null
    agent: string | null
    method: string | null
    route: string | null
    request_id: string | null
    detail: JsonColumn | null
  }
  service_locations: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string
    label: Generated<string>
    street: string | null
    city: string | null
    state: string | null
    zip: string | null
    is_default: Generated<boolean>
    created_at: Generated<string>
    removed_at: string | null
    latitude: number | null
    longitude: number | null
    located_key: string | null
    address_key: GeneratedAlways<string | null>
  }
  services: {
    organization_id: Generated<string>
    id: Generated<string>
    key: string
    name: string
    description: Generated<string>
    equipment_needed: string | null
    price_cents: number
    currency: Generated<string>
    estimated_minutes: Generated<number>
    crew_members_needed: number | null
    materials: string | null
    notes: string | null
    active: Generated<boolean>
    version: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
    taxable: Generated<boolean>
    checklist: GeneratedJson
    records_products: Generated<boolean>
    asks_signature: Generated<boolean>
  }
  setting: {
    key: string
    value: JsonColumn
  }
  shift_breaks: {
    organization_id: Generated<string>
    id: Generated<string>
    shift_id: string
    started_at: string
    ended_at: string | null
    unpaid_minutes: Generated<number>
    ended_by_work: Generated<boolean>
    entered_at: string | null
  }
  shift_edits: {
    organization_id: Generated<string>
    id: Generated<string>
    shift_id: string
    edited_by: string
    reason: string
    before: JsonColumn | null
    after: JsonColumn
    created_at: Generated<string>
  }
  shifts: {
    organization_id: Generated<string>
    id: Generated<string>
    person_id: string
    team_id: string | null
    started_at: Generated<string>
    ended_at: string | null
    start_lat: number | null
    start_lng: number | null
    start_accuracy: number | null
    end_lat: number | null
    end_lng: number | null
    end_accuracy: number | null
    break_minutes: Generated<number>
    reviewed_at: string | null
    added_by: string | null
    came_late: Generated<boolean>
    break_to_check: Generated<boolean>
  }
  signup_leads: {
    organization_id: Generated<string>
    id: Generated<string>
    token_hash: string
    invitation_id: string | null
    email: string
    step: Generated<string>
    data: GeneratedJson
    customer_id: string | null
    completed_at: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
    claimed_by: string | null
    all_asked_at: string | null
  }
  sms_senders: {
    number: string
    unregistered_at: string | null
    detail: string | null
  }
  sse_tickets: {
    token_hash: string
    person_id: string
    organization_id: string | null
    expires_at: string
    actor: JsonColumn
  }
  tax_rates: {
    organization_id: Generated<string>
    id: Generated<string>
    position: number
    name: string
    rate_ppm: number
    zips: Generated<string[]>
    is_default: Generated<boolean>
  }
  teams: {
    organization_id: Generated<string>
    id: Generated<string>
    name: string
    color: string | null
    version: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
    day_minutes: number | null
  }
  thread_addresses: {
    organization_id: Generated<string>
    channel: string
    address: string
    thread_id: string
  }
  thread_reads: {
    organization_id: Generated<string>
    thread_id: string
    person_id: string
    upto: string
  }
  threads: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string | null
    name: string | null
    state: Generated<string>
    assignee_id: string | null
    series_id: string | null
    original_date: string | null
    needs_care: Generated<boolean>
    last_at: Generated<string>
    last_in_at: string | null
    version: Generated<number>
    created_at: Generated<string>
  }
  time_off: {
    organization_id: Generated<string>
    id: Generated<string>
    team_id: string | null
    person_id: string | null
    from_date: string
    to_date: string
    reason: string | null
    created_by: string | null
    created_at: Generated<string>
  }
  visit_notes: {
    organization_id: Generated<string>
    id: Generated<string>
    series_id: string
    original_date: string
    customer_id: string
    person_id: string
    text: string
    written_at: string
    for_customer: Generated<boolean>
  }
  visit_reminders: {
    organization_id: Generated<string>
    series_id: string
    original_date: string
    date: string
    customer_id: string
    created_at: Generated<string>
  }
  visit_requests: {
    organization_id: Generated<string>
    id: Generated<string>
    customer_id: string
    service_id: string | null
    location_id: string | null
    wished_on: string | null
    note: string | null
    status: Generated<string>
    answer: string | null
    series_id: string | null
    planned_on: string | null
    created_at: Generated<string>
    resolved_at: string | null
    resolved_by: string | null
  }
  visit_ticks: {
    organization_id: Generated<string>
    series_id: string
    original_date: string
    item_id: string
    text: string
    is_done: boolean
    person_id: string
    ticked_at: string
  }
  visits: {
    organization_id: Generated<string>
    series_id: string
    original_date: string
    rule_id: string
    customer_id: string
    date: string
    start_minutes: number | null
    start_is_own: Generated<boolean>
    duration_minutes: number | null
    team_id: string | null
    team_is_own: Generated<boolean>
    price_cents: number | null
    status: Generated<string>
    skip_reason: string | null
    notes: string | null
    completed_at: string | null
    completed_by: string | null
    completion_via: string | null
    invoice_id: string | null
    service_name: string | null
    version: Generated<number>
    updated_at: Generated<string>
    created_at: Generated<string>
    duration_is_own: Generated<boolean>
    price_is_own: Generated<boolean>
    completion: JsonColumn | null
    hold_reason: string | null
    held_at: string | null
    held_by: string | null
    on_the_way_at: string | null
    started_at: string | null
    checklist: JsonColumn | null
    open_reason: string | null
  }
}
