import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { formCall } from './form-call.ts'

export const countCalculatorResults = defineCall({
  ...formCall,
  id: 'calculators.countCalculatorResults',
  path: '/api/v1/product/{product}/engines/{engine}/CountCalculatorResults',
  summary: 'Tell the link of a visitor how many results the page computed by itself. A link that has ended refuses.',
  body: json(z.strictObject({ results: z.int().min(1).max(10_000) })),
  output: data(z.object({ counted: z.int() })),
})
