import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { insertTestBed, type NewTestBed, testBedNameIndex } from './test-bed.store.ts'

export async function makeTestBed(tx: TenantTransaction, testBed: NewTestBed): Promise<string> {
  return insertTestBed(tx, testBed).catch((error: unknown) => {
    throw nameTaken(error, testBed.name)
  })
}

/** Converts the error if the name of a test bed is taken. */
export function nameTaken(error: unknown, name: string): unknown {
  if (!isUniqueViolation(error, testBedNameIndex)) return error
  return new CallError('TESTBED_ALREADY_EXISTS', `The engine has a test bed "${name}" already`)
}
