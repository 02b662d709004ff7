import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import { type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { Endpoint } from './endpoint.ts'
import { createListener, type Listen } from './listener.ts'
import { DatabaseUnreachable, withoutValues } from './sql-errors.ts'

/**
 * The typed query builder. It lacks `transaction`: a nested one would end the transaction that carries the tenant, and
 * `query`: it would have to work out the relations of all tables anew for every transaction.
 */
export type Queries = Omit<NodePgDatabase, 'transaction' | 'query'> & {
  /** For statements with thousands of values, which the builder would take too long to put together. */
  readonly $client: Pick<ClientBase, 'query'>
}

declare const tenantBrand: unique symbol
declare const systemBrand: unique symbol

/**
 * A transaction that sees and writes the rows of one tenant and nothing else: row-level security is told the tenant.
 * Store functions take it as their first parameter, so that none can be called without a tenant. Only `inTenant` makes one.
 */
export interface TenantTransaction {
  readonly [tenantBrand]: true
  readonly tenantId: string
  readonly q: Queries
  readonly notify: Notify
  readonly prepared: Prepared
}

/**
 * A statement that is built once for each connection and planned once by the database, for calls that are made all the
 * time. What differs from call to call comes in through placeholders, the tenant included; whatever else makes another
 * statement of it must be in the name.
 */
export type Prepared = <P>(name: string, build: (q: Queries) => { prepare: (name: string) => P }) => P

/** A transaction on the tables that belong to no tenant; in it every tenant table looks empty. Only `inSystem` makes one. */
export interface SystemTransaction {
  readonly [systemBrand]: true
  readonly q: Queries
  readonly notify: Notify
}

/**
 * Tells every process that hears the channel, once the transaction is committed. In this process it has been heard by the
 * time the transaction is done, so that who has just changed something meets nothing that was remembered of it here; it is
 * heard twice then.
 */
type Notify = (channel: string, payload: string) => Promise<void>

export interface TransactionOptions {
  /** `repeatable read` when several statements must see the same state. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: boolean
}

export interface Database {
  inTenant<T>(tenantId: string, work: (tx: TenantTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  inSystem<T>(work: (tx: SystemTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Hears NOTIFY on a channel until the returned function is called; survives a lost connection. */
  readonly listen: Listen
  /** Connections of the application role, for libraries that bring their own SQL. */
  readonly pool: Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly log: Logger
  readonly maxConnections: number
  /** Without them a statement takes as long as it needs. */
  readonly limits?: StatementLimits
}

/** After how long the database ends what an application connection does. */
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
  // The driver hangs the whole connection on such an error, keys included: only its message is for the log.
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

/** What every connection of the product has in common: our schema first, and no session that holds locks for ever. */
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

function preparedOn(statements: Statements, client: PoolClient, q: Queries): Prepared {
  return (name, build) => {
    let known = statements.get(client)
    if (!known) statements.set(client, (known = new Map()))
    let statement = known.get(name)
    if (statement === undefined) known.set(name, (statement = build(q).prepare(name)))
    return statement as ReturnType<ReturnType<typeof build>['prepare']>
  }
}

interface Connections {
  readonly pool: Pool
  readonly statements: Statements
  /** Tells those who hear a channel in this process. */
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
  // A connection that dies while it is checked out reports it here as well as to the query; unheard it ends the process.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query(begin)
    const q = drizzle(client)
    const told: [channel: string, payload: string][] = []
    const notify: Notify = async (channel, payload) => {
      await client.query('SELECT pg_notify($1, $2)', [channel, payload])
      told.push([channel, payload])
    }
    const result = await work({ q, prepared: preparedOn(statements, client, q), notify })
    const end = await client.query('COMMIT')
    // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement had failed and the failure was swallowed.
    if (end.command !== 'COMMIT') throw new Error('The transaction was rolled back: an earlier statement in it failed')
    for (const [channel, payload] of told) deliver(channel, payload)
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw broken === undefined ? withoutValues(error) : new DatabaseUnreachable(withoutValues(error))
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
