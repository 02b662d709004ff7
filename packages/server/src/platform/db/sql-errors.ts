import { DrizzleQueryError } from 'drizzle-orm/errors'

/** SQLSTATE codes that product code reacts to. */
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const STATEMENT_ENDED = '57014'

interface PostgresFailure {
  readonly code: string
  readonly constraint?: string
}

/** There was no connection to the database, or it was lost before the transaction had ended. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause })
    this.name = 'DatabaseUnreachable'
  }
}

/**
 * The same failure without the values of the statement, which can be secrets or about people: the query builder writes
 * them into its message, PostgreSQL the whole row into the details. What failed stays: statement, code, constraint.
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

/** True when the statement would have made a second row with the same key (of the named constraint or index). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, UNIQUE_VIOLATION, constraint)
}

/** True when the row refers to one that does not exist, or is still referred to. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, FOREIGN_KEY_VIOLATION, constraint)
}

/** True when the database ended the statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return postgresFailure(error)?.code === STATEMENT_ENDED
}

function violates(error: unknown, code: string, constraint: string | undefined): boolean {
  const failure = postgresFailure(error)
  return failure?.code === code && (constraint === undefined || failure.constraint === constraint)
}

/** The query builder wraps what the driver threw, so the failure can lie one or more causes deep. */
export function postgresFailure(error: unknown): PostgresFailure | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string' && /^[0-9A-Z]{5}$/.test(inner.code)) {
      return inner as Error & PostgresFailure
    }
  }
  return undefined
}
