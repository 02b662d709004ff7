import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { executeErrors } from '../execution/engine-address.ts'
import { formCall } from './form-call.ts'

const names = z.record(z.string(), z.string()).describe('Names that the author gave, by those in the workbook')

/** The program and data a browser computes with. */
const calculatorProgram = z
  .object({
    versionId: z.uuid(),
    revision: z.string(),
    locale: z.string(),
    timeZone: z.string().nullable().describe('Of NOW and TODAY; null: UTC'),
    program: z.string().describe('Text of the compiled module'),
    inputNames: names,
    outputNames: names,
  })
  .meta({ id: 'CalculatorProgram' })

export type CalculatorProgram = z.infer<typeof calculatorProgram>

export const getCalculatorProgram = defineCall({
  ...formCall,
  id: 'calculators.getCalculatorProgram',
  path: '/api/v1/product/{product}/engines/{engine}/GetCalculatorProgram',
  summary: 'The compiled program of an engine, for a calculator page. Only where the author lets it be handed out.',
  body: json(z.strictObject({ versionId: z.uuid() })),
  output: data(calculatorProgram),
  errors: [...executeErrors, 'NOT_FOUND'],
})
