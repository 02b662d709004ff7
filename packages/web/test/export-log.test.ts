import { expect, test } from 'vitest'
import { exportLog } from '../src/features/engines/export-log.ts'

test('the log of an upload has the prefixes and the success text that were agreed', () => {
  const outcome = { fileName: 'motor.xlsx', errors: [], warnings: ['PARITY_NOT_PROVEN: no saved\nvalues'] }
  expect(exportLog(outcome)).toBe(
    'WARNING: PARITY_NOT_PROVEN: no saved values\nmotor.xlsx: file uploaded successfully\n',
  )
  expect(exportLog({ ...outcome, warnings: [], errors: ['Sheet1!A1: unknown'] })).toBe('ERROR: Sheet1!A1: unknown\n')
  expect(exportLog({ ...outcome, warnings: [], failure: 'The file is damaged' })).toBe(
    'Import Processing Error: The file is damaged\n',
  )
})
