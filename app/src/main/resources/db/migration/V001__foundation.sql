-- Two schemas: millrace holds the facts, made to be queried by people; millrace_ops holds everything else.
-- (Flyway makes both before the first migration.)

-- People query as this role. Roles belong to the whole server, so it may be there already; where the migrating role
-- may not make roles, an administrator does (the doctor says how) and a later start finds it.
do $$
begin
    if not exists (select from pg_roles where rolname = 'millrace_reader') then
        create role millrace_reader;
    end if;
exception
    when insufficient_privilege then raise notice 'role millrace_reader is missing';
    when duplicate_object or unique_violation then null; -- another database of this server made it at the same moment
end $$;

create function millrace_ops.let_reader_sign_in(password text) returns void language plpgsql as $$
begin
    execute format('alter role millrace_reader login password %L', password);
    alter role millrace_reader set default_transaction_read_only = on;
end $$;

create function millrace_ops.grant_to_reader() returns void language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('millrace_ops.grant_to_reader')); -- each process calls this at its start
    if exists (select from pg_roles where rolname = 'millrace_reader') then
        grant usage on schema millrace to millrace_reader;
        grant select on all tables in schema millrace to millrace_reader;
        alter default privileges in schema millrace grant select on tables to millrace_reader;
        -- So that the owner can step down to the reader's rights without the reader's password.
        if not pg_has_role(current_user, 'millrace_reader',
                case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
            begin
                grant millrace_reader to current_user;
            exception
                when insufficient_privilege then null; -- an administrator made the role, and may grant it
            end;
        end if;
    end if;
end $$;

select millrace_ops.grant_to_reader();

-- The oldest release that may use this schema. A migration that contracts raises it.
create table millrace_ops.release_floor (
    only_row       boolean primary key default true check (only_row),
    oldest_release int     not null
);
insert into millrace_ops.release_floor (oldest_release) values (1);

create table millrace_ops.process (
    id           uuid primary key,
    host         text        not null,
    pid          bigint      not null,
    roles        text[]      not null,
    version      text        not null,
    started_at   timestamptz not null default now(),
    last_seen_at timestamptz not null default now()
);

-- The lock's library writes UTC without a zone; as timestamptz two processes in different zones would not agree.
create table millrace_ops.shedlock (
    name       text primary key,
    lock_until timestamp not null,
    locked_at  timestamp not null,
    locked_by  text      not null
);

-- Access.

create table millrace_ops.app_user (
    id              bigint generated always as identity primary key,
    name            text        not null check (name = lower(name) and name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
    role            text        not null check (role in ('ADMINISTRATOR', 'MEMBER')),
    password_hash   text,
    created_at      timestamptz not null default now(),
    welcomed_at     timestamptz,
    last_sign_in_at timestamptz,
    disabled_at     timestamptz,
    unique (name)
);

create table millrace_ops.api_token (
    id           bigint generated always as identity primary key,
    user_id      bigint      not null references millrace_ops.app_user,
    name         text        not null,
    scope        text        not null check (scope in ('API', 'READ', 'METRICS')),
    hash         bytea       not null unique,
    hint         text        not null, -- the first characters, to recognise it by
    created_at   timestamptz not null default now(),
    expires_at   timestamptz,
    last_used_at timestamptz,
    revoked_at   timestamptz
);
create index api_token_user on millrace_ops.api_token (user_id, id);

create table millrace_ops.sign_in_link (
    hash       bytea primary key,
    user_id    bigint      not null references millrace_ops.app_user,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
);

create table millrace_ops.web_session (
    hash         bytea primary key,
    user_id      bigint      not null references millrace_ops.app_user,
    created_at   timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at   timestamptz not null
);
create index web_session_user on millrace_ops.web_session (user_id);
create index web_session_expiry on millrace_ops.web_session (expires_at);

-- Failed sign-ins of the current window, per name and per address.
create table millrace_ops.sign_in_failure (
    subject      text primary key,
    window_start timestamptz not null,
    failures     int         not null
);

-- Secrets of others (forge tokens, webhook secrets), readable only with the key outside the database.
create table millrace_ops.secret (
    id         uuid primary key,
    purpose    text        not null,
    sealed     bytea       not null,
    created_at timestamptz not null default now()
);
-- A known text sealed under the installation's key: shows at the start whether the key is the right one.
create table millrace_ops.secret_key_check (
    only_row boolean primary key default true check (only_row),
    sealed   bytea not null
);
