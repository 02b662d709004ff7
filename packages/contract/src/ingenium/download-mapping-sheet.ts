import { z } from 'zod'
import { defineCall } from '../call.ts'
import { ordinalText } from '../ordinal.ts'

export const downloadMappingSheet = defineCall({
  id: 'ingenium.downloadMappingSheet',
  method: 'GET',
  path: '/api/v1/ingenium/mapping/{mapping}/sheet',
  summary: 'Download a version of a mapping as a workbook, to change it in Excel and upload it as the next version.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ mapping: z.uuid() }),
  query: z.strictObject({ number: ordinalText.optional() }),
  output: {
    kind: 'file',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  errors: ['POLICY_MAPPING_NOT_FOUND'],
})
