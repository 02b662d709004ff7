import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const lineageKinds = ['master', 'range', 'version', 'engine', 'chain', 'calculator', 'caller', 'field'] as const

export type LineageKind = (typeof lineageKinds)[number]

/** Days of calls that count as use. */
export const lineageDays = 30

const lineageNode = z
  .object({
    id: z.string().describe('Unique in the answer'),
    kind: z.enum(lineageKinds),
    name: z.string(),
    detail: z.string().describe('Product, revision, number of calls and the like'),
    level: z.int().min(0).describe('Distance from the left of the graph'),
    link: z.string().nullable().describe('Its page, as a path'),
    isStart: z.boolean(),
    needsUpdate: z.boolean().describe('A table of it is out of date'),
  })
  .meta({ id: 'LineageNode' })

export type LineageNode = z.infer<typeof lineageNode>

export const lineage = z
  .object({
    nodes: z.array(lineageNode),
    edges: z.array(z.object({ from: z.string(), to: z.string() })),
    hidden: z.int().describe('Engines that the caller may not see'),
  })
  .meta({ id: 'Lineage' })

export type Lineage = z.infer<typeof lineage>

export const getLineage = defineCall({
  id: 'lineage.getLineage',
  method: 'GET',
  path: '/api/v1/lineage',
  summary:
    'What depends on a table, a master, a field or an engine, and what an engine comes from: masters, ranges, versions, engines, ' +
    'chains, calculators, and the callers of the last 30 days.',
  caller: 'user',
  query: z.strictObject({
    kind: z.enum(['master', 'range', 'engine', 'field']),
    id: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .describe('Id or service name of a master, id of an engine, or the name of an input or output'),
    range: z.string().trim().min(1).max(255).optional().describe('Of a master, for kind range'),
  }),
  output: data(lineage),
  errors: ['MASTER_REFERENCE_NOT_FOUND', 'REFERENCE_RANGE_NOT_FOUND', 'ENGINE_NOT_FOUND'],
})
