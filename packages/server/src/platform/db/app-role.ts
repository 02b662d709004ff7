import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { codeOf, StartupError } from '../../startup-error.ts'
import type { Endpoint } from './endpoint.ts'

const INVALID_PASSWORD = '28P01'
const INSUFFICIENT_PRIVILEGE = '42501'
const DUPLICATE_OBJECT = '42710'

/**
 * The server connects as a role that owns nothing and that row-level security restricts. It is named after the owner,
 * and its password is derived from the owner's, so that every process of an installation knows it without
 * configuration.
 */
export function appEndpointOf(owner: Endpoint): Endpoint {
  if (!owner.password) {
    throw new StartupError(
      'DATABASE_URL carries no password, so none can be made for the role the server works as: ' +
        'create that role and set SHEETWRIGHT_APP_DATABASE_URL',
    )
  }
  const password = createHmac('sha256', owner.password).update('sheetwright application role').digest('base64url')
  return { ...owner, user: `${owner.user}_app`, password }
}

/** Creates the role, or sets the password that every process expects, if necessary. */
export async function ensureAppRole(owner: Client, app: Endpoint): Promise<void> {
  const role = escapeIdentifier(app.user)
  const password = escapeLiteral(app.password ?? '')
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [app.user])
  try {
    if (rowCount === 0) {
      await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD ${password}`).catch((error: unknown) => {
        // Roles are shared by all databases of a server: another installation may have just created it.
        if (codeOf(error) !== DUPLICATE_OBJECT) throw error
      })
    } else if (!(await canLogIn(app))) {
      await owner.query(`ALTER ROLE ${role} LOGIN PASSWORD ${password}`)
    }
  } catch (cause) {
    if (codeOf(cause) !== INSUFFICIENT_PRIVILEGE) throw cause
    throw new StartupError(
      `The role of DATABASE_URL may not create or change the role ${app.user}: ` +
        'create one by hand and set SHEETWRIGHT_APP_DATABASE_URL',
      { cause },
    )
  }
}

async function canLogIn(app: Endpoint): Promise<boolean> {
  const client = new Client(app)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (codeOf(error) === INVALID_PASSWORD) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Grants the role access to every table; to the list of migrations only read access. */
export async function grantTables(owner: Client, appRole: string): Promise<void> {
  const role = escapeIdentifier(appRole)
  await owner.query(`
    GRANT USAGE ON SCHEMA sheetwright TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sheetwright TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA sheetwright TO ${role};
    REVOKE INSERT, UPDATE, DELETE ON sheetwright.migrations FROM ${role};`)
}

/** Tenant isolation rests on this: a role that bypasses row-level security would silently disable it. */
export async function refusePowerfulRole(owner: Client, appRole: string): Promise<void> {
  const { rows } = await owner.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>(
    `SELECT rolsuper, rolbypassrls,
            EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE n.nspname = 'sheetwright' AND pg_has_role(r.oid, c.relowner, 'USAGE')) AS owns
     FROM pg_roles r WHERE rolname = $1`,
    [appRole],
  )
  const role = rows[0]
  if (role === undefined) throw new StartupError(`The database role ${appRole} does not exist`)
  if (!role.rolsuper && !role.rolbypassrls && !role.owns) return
  throw new StartupError(
    `The database role ${appRole} is a superuser, owns the tables or bypasses row-level security: ` +
      'SHEETWRIGHT_APP_DATABASE_URL must name a role that does none of these',
  )
}
