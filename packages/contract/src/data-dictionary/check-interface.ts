import { z } from 'zod'
import { data, defineCall, json, withInputs } from '../call.ts'

const port = z.strictObject({
  name: z.string().min(1).max(255),
  type: z.string().max(60).describe('Its type, or table'),
})

export const dictionaryFinding = z
  .object({
    name: z.string(),
    direction: z.enum(['input', 'output']),
    kind: z.enum(['missing', 'direction', 'type']),
    expected: z.string().nullable().describe('What the dictionary says'),
    found: z.string(),
  })
  .meta({ id: 'DictionaryFinding' })

export type DictionaryFinding = z.infer<typeof dictionaryFinding>

export const checkInterface = defineCall({
  id: 'dataDictionary.checkInterface',
  method: 'POST',
  path: '/api/v1/datadictionary/check',
  summary:
    'Look up the inputs and outputs of an engine in the data dictionary: which are missing there, which contradict it. Nothing ' +
    'is found while the dictionary is empty.',
  caller: 'user',
  flag: 'ShowDataDictionary',
  body: json(z.strictObject({ inputs: z.array(port).max(10_000), outputs: z.array(port).max(10_000) }), withInputs),
  output: data(z.array(dictionaryFinding)),
  errors: [],
})
