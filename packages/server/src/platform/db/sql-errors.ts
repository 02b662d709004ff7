import { DrizzleQueryError } from 'drizzle-orm/errors'

/** SQLSTATE codes that product code handles. */
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const STATEMENT_ENDED = '57014'

interface PostgresFailure {
  readonly code: string
  readonly message: string
  readonly constraint?: string
}

/** The database was unreachable, or the connection was lost before the transaction had ended. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause })
    this.name = 'DatabaseUnreachable'
  }
}

/**
 * The same failure without the statement's values, which can be secrets or personal data: the query builder writes them
 * into its message, PostgreSQL the whole row into the details. Keeps statement, code and constraint.
 */
export function withoutValues(error: unknown): unknown {
  const failure = postgresFailure(error)
  if (failure !== undefined) Object.assign(failure, { detail: undefined, where: undefined })
  if (!(error instanceof DrizzleQueryError)) return error
  const plain = new Error(`Failed query: ${error.query}`, { cause: error.cause })
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  plain.stack = [`Error: ${plain.message}`, ...frames].join('\n')
  return plain
}

/** True if the statement would have duplicated a key (of the named constraint or index). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, UNIQUE_VIOLATION, constraint)
}

/** True when the row refers to one that does not exist, or is still referred to. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, FOREIGN_KEY_VIOLATION, constraint)
}

/** True if the database cancelled the statement because of its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return postgresFailure(error)?.code === STATEMENT_ENDED
}

function violates(error: unknown, code: string, constraint: string | undefined): boolean {
  const failure = postgresFailure(error)
  return failure?.code === code && (constraint === undefined || failure.constraint === constraint)
}

/** The query builder wraps the driver's error, so the failure can be one or more causes deep. */
export function postgresFailure(error: unknown): PostgresFailure | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string' && /^[0-9A-Z]{5}$/.test(inner.code)) {
      return inner as Error & PostgresFailure
    }
  }
  return undefined
}
