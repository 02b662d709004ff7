import { z } from 'zod'
import { defineCall, list } from '../call.ts'
import { dictionaryEntry, dictionarySorts } from './dictionary-entry.ts'

export const getDataDictionary = defineCall({
  id: 'dataDictionary.getDataDictionary',
  method: 'GET',
  path: '/api/v1/datadictionary/get',
  summary: 'List what names mean throughout the tenant, a page at a time.',
  caller: 'user',
  flag: 'ShowDataDictionary',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(1000).default(50),
    sort: z.enum(dictionarySorts).default('name'),
    searchText: z.string().trim().max(200).default('').describe('Part of a name, unit or description'),
  }),
  output: list(dictionaryEntry),
  errors: [],
})
