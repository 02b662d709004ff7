import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const uploadDataDictionary = defineCall({
  id: 'dataDictionary.uploadDataDictionary',
  method: 'POST',
  path: '/api/v1/datadictionary/upload',
  summary:
    'Replace the data dictionary by what a zip holds: CSV, JSON or XLSX files with the columns name, direction, type, unit, ' +
    'allowed and description. Everything that is wrong is named; then nothing is replaced.',
  caller: 'supervisor',
  flag: 'ShowDataDictionary',
  body: {
    kind: 'form',
    schema: z.strictObject({}),
    files: { File: { required: true, maxBytes: 20 * 1024 * 1024, description: 'A zip of up to 20 MB' } },
  },
  output: data(z.object({ entries: z.int(), files: z.int() })),
  errors: ['INVALID_DATA_DICTIONARY_ZIP'],
})
