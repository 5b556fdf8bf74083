-- The engine: one row per claimed batch of any ledger. Its id is the fence: work rows carry it while somebody holds them.
create table millrace_ops.claim (
    id         bigint generated always as identity primary key,
    ledger     text        not null,
    owner      uuid        not null, -- a process start, see process.id
    user_id    bigint,               -- whose work it is, for limits per user
    size       int         not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
);
create index claim_expiry on millrace_ops.claim (expires_at);
create index claim_user on millrace_ops.claim (user_id);
