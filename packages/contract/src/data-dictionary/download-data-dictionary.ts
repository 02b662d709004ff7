import { defineCall } from '../call.ts'

export const downloadDataDictionary = defineCall({
  id: 'dataDictionary.downloadDataDictionary',
  method: 'GET',
  path: '/api/v1/datadictionary/download',
  summary: 'Download the data dictionary as a zip with a CSV file in it, which can be changed and uploaded again.',
  caller: 'user',
  flag: 'ShowDataDictionary',
  output: { kind: 'file', contentType: 'application/zip' },
  errors: [],
})
