import type { ConnectionOptions } from 'node:tls'
import { Client } from 'pg'
import { StartupError } from '../../startup-error.ts'

/** Address of a PostgreSQL database and the user to connect as. A host that starts with a slash is a socket folder. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string | undefined
  readonly ssl: boolean | ConnectionOptions
}

/** Parses a `postgres://` URL, with everything the driver understands (socket folders, sslmode, …). */
export function endpointFromUrl(url: string, setting: string): Endpoint {
  const parsed = parse(url, setting)
  if (!parsed.database) throw new StartupError(`${setting} names no database (postgres://user:password@host/database)`)
  if (!parsed.user) throw new StartupError(`${setting} names no user (postgres://user:password@host/database)`)
  return {
    host: parsed.host,
    port: parsed.port,
    database: parsed.database,
    user: parsed.user,
    password: typeof parsed.password === 'string' ? parsed.password : undefined,
    ssl: parsed.ssl,
  }
}

function parse(url: string, setting: string): Client {
  try {
    return new Client({ connectionString: url })
  } catch (cause) {
    throw new StartupError(`${setting} is not a PostgreSQL address (postgres://user:password@host/database)`, { cause })
  }
}
