import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import { type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { Endpoint } from './endpoint.ts'
import { createListener, type Listen } from './listener.ts'
import { DatabaseUnreachable, withoutValues } from './sql-errors.ts'

/**
 * The typed query builder. It lacks `transaction`, because a nested one would end the transaction that carries the
 * tenant, and `query`, which would compute the relations of all tables again for every transaction.
 */
export type Queries = Omit<NodePgDatabase, 'transaction' | 'query'> & {
  /** For statements with thousands of values, which the builder would assemble too slowly. */
  readonly $client: Pick<ClientBase, 'query'>
}

declare const tenantBrand: unique symbol
declare const systemBrand: unique symbol

/**
 * A transaction that sees and writes only the rows of one tenant: row-level security gets the tenant from it. Store
 * functions take it as their first parameter, so that none can be called without a tenant. Only `inTenant` creates one.
 */
export interface TenantTransaction {
  readonly [tenantBrand]: true
  readonly tenantId: string
  readonly q: Queries
  readonly notify: Notify
  readonly prepared: Prepared
}

/**
 * A statement that is built once per connection and planned once by the database, for very frequent calls. Everything
 * that varies between calls must be a placeholder, including the tenant; anything else that changes the statement must
 * be in the name.
 */
export type Prepared = <P>(name: string, build: (q: Queries) => { prepare: (name: string) => P }) => P

/**
 * A transaction on the tables that belong to no tenant; every tenant table looks empty in it. Only `inSystem` creates
 * one.
 */
export interface SystemTransaction {
  readonly [systemBrand]: true
  readonly q: Queries
  readonly notify: Notify
}

/**
 * Notifies every process that listens to the channel, once the transaction is committed. Listeners in this process have
 * been called by the time the transaction is done, so that the caller meets no stale cache here; they are called twice
 * then.
 */
type Notify = (channel: string, payload: string) => Promise<void>

export interface TransactionOptions {
  /** `repeatable read` if several statements must see the same snapshot. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: boolean
}

export interface Database {
  inTenant<T>(tenantId: string, work: (tx: TenantTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  inSystem<T>(work: (tx: SystemTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Listens to NOTIFY on a channel until the returned function is called; survives a lost connection. */
  readonly listen: Listen
  /** Connections of the application role, for libraries with their own SQL. */
  readonly pool: Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly log: Logger
  readonly maxConnections: number
  /** Without them statements have no timeout. */
  readonly limits?: StatementLimits
}

/** Timeouts of an application connection. */
export interface StatementLimits {
  readonly statementSeconds: number
  /** Between two statements of one transaction. */
  readonly idleSeconds: number
}

/** For the owner's own work (migrations, backup, restore) and for commands of an operator. */
const unhurried: StatementLimits = { statementSeconds: 0, idleSeconds: 120 }

/** Opens the pool of the application role. `endpoint` must not be the owner of the tables (see prepare.ts). */
export function openDatabase(endpoint: Endpoint, options: DatabaseOptions): Database {
  const { log } = options
  const pool = new Pool({
    ...connectionSettings(endpoint, options.limits),
    max: options.maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 30_000,
  })
  let closing = false
  // The driver attaches the whole connection to such an error, including keys: log only its message.
  pool.on('error', ({ message }) => {
    if (!closing) log.warn({ reason: message }, 'An idle database connection was lost')
  })
  const listener = createListener(connectionSettings(endpoint), log)
  const connections: Connections = { pool, statements: new WeakMap(), deliver: listener.deliver }

  return {
    pool,
    inTenant: async (tenantId, work, transaction) => {
      if (!uuid.test(tenantId)) throw new TypeError(`Not a tenant id: ${tenantId}`)
      const begin = `${beginStatement(transaction)}; SET LOCAL app.tenant = '${tenantId}'`
      return inTransaction(connections, begin, (tools) => work({ tenantId, ...tools } as TenantTransaction))
    },
    inSystem: async (work, transaction) =>
      inTransaction(connections, beginStatement(transaction), ({ q, notify }) =>
        work({ q, notify } as SystemTransaction),
      ),
    listen: listener.listen,
    close: async () => {
      closing = true
      await listener.close()
      await pool.end()
    },
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Settings of every connection: our schema first, and no session that holds locks forever. */
export function connectionSettings(
  endpoint: Endpoint,
  { statementSeconds, idleSeconds }: StatementLimits = unhurried,
): ClientConfig {
  const options = {
    search_path: 'sheetwright,public',
    timezone: 'UTC',
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: idleSeconds * 1000,
  }
  return {
    ...endpoint,
    application_name: 'sheetwright',
    keepAlive: true,
    options: Object.entries(options)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
}

function beginStatement(options: TransactionOptions | undefined): string {
  const isolation = options?.isolation ? ` ISOLATION LEVEL ${options.isolation}` : ''
  return `BEGIN${isolation}${options?.readOnly ? ' READ ONLY' : ''}`
}

/** The prepared statements of each connection, by name. */
type Statements = WeakMap<PoolClient, Map<string, unknown>>

function preparedOn(statements: Statements, client: PoolClient): Prepared {
  return (name, build) => {
    let known = statements.get(client)
    if (!known) statements.set(client, (known = new Map()))
    let statement = known.get(name)
    if (statement === undefined) known.set(name, (statement = build(drizzle(client)).prepare(name)))
    return statement as ReturnType<ReturnType<typeof build>['prepare']>
  }
}

/**
 * The connection of one transaction for its statements: one after the other, and none after its end, when the
 * connection may already carry the transaction of another tenant. Several at once, as with `Promise.all`, would be sent
 * on after one of them has failed.
 */
class OneByOne {
  readonly query: ClientBase['query']
  private state: 'free' | 'busy' | 'ended' = 'free'

  constructor(client: ClientBase) {
    const send = client.query.bind(client) as (...statement: unknown[]) => Promise<unknown>
    this.query = (async (...statement: unknown[]) => {
      if (this.state !== 'free') throw new Error(`A transaction that is ${this.state} was asked for a statement`)
      this.state = 'busy'
      try {
        return await send(...statement)
      } finally {
        if (this.state === 'busy') this.state = 'free'
      }
    }) as ClientBase['query']
  }

  end(): void {
    this.state = 'ended'
  }
}

interface Connections {
  readonly pool: Pool
  readonly statements: Statements
  /** Notifies the listeners of a channel in this process. */
  readonly deliver: (channel: string, payload: string) => void
}

interface Tools {
  readonly q: Queries
  readonly prepared: Prepared
  readonly notify: Notify
}

async function inTransaction<T>(
  { pool, statements, deliver }: Connections,
  begin: string,
  work: (tools: Tools) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new DatabaseUnreachable(cause)
  })
  let broken: Error | undefined
  // A connection that dies while checked out reports it here as well as to the query; without a listener the process
  // would end.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  const turns = new OneByOne(client)
  try {
    await client.query(begin)
    const q = drizzle(turns as unknown as PoolClient) as unknown as Queries
    const told: [channel: string, payload: string][] = []
    const notify: Notify = async (channel, payload) => {
      await turns.query('SELECT pg_notify($1, $2)', [channel, payload])
      told.push([channel, payload])
    }
    const result = await work({ q, prepared: preparedOn(statements, client), notify })
    turns.end()
    const end = await client.query('COMMIT')
    // PostgreSQL answers COMMIT with ROLLBACK, and no error, if a statement had failed and the failure was swallowed.
    if (end.command !== 'COMMIT') throw new Error('The transaction was rolled back: an earlier statement in it failed')
    for (const [channel, payload] of told) deliver(channel, payload)
    return result
  } catch (error) {
    turns.end()
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw broken === undefined ? withoutValues(error) : new DatabaseUnreachable(withoutValues(error))
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
