import { z } from 'zod'

/** How a port's values are formatted and transferred. */
export const valueType = z
  .enum(['number', 'integer', 'percent', 'currency', 'date', 'time', 'datetime', 'boolean', 'text'])
  .meta({ id: 'ValueType' })

const cellValue = z.union([z.number(), z.string(), z.boolean(), z.null()])

/** Excel's data validation of an input. */
const portRule = z.object({
  type: z.string().describe('whole, decimal, list, date, time, textLength or custom'),
  errorStyle: z.enum(['stop', 'warning', 'information']),
  /** Options that are the same for all inputs; a list that depends on other inputs needs a `validation` request. */
  options: z.array(cellValue).optional(),
  min: z.union([z.number(), z.string()]).optional(),
  max: z.union([z.number(), z.string()]).optional(),
  dependsOn: z.array(z.string()).describe('Inputs that the rule reads'),
  ignoreBlank: z.boolean(),
  inputTitle: z.string().optional(),
  inputMessage: z.string().optional(),
  errorTitle: z.string().optional(),
  errorMessage: z.string().optional(),
})

/** Additions of the product's master API definition to a port; empty texts by default. */
const definedPort = z.object({
  unit: z.string(),
  section: z.string(),
  labelEn: z.string(),
  labelJa: z.string(),
  deprecatedSince: z.string(),
})

/** An input or output: one cell, or a block transferred as an array of objects keyed by heading. */
export const enginePort = z
  .object({
    name: z.string().describe('The name that callers use'),
    originalName: z.string().describe('The name in the workbook, without its prefix'),
    description: z.string(),
    cell: z.string().describe('Where it lies, as Sheet1!B2'),
    shape: z.enum(['cell', 'block']),
    type: valueType.optional().describe('Of a cell'),
    numberFormat: z.string().optional(),
    default: z.unknown().describe('The value saved in the workbook, as it travels'),
    columns: z
      .array(z.object({ heading: z.string(), type: valueType, numberFormat: z.string() }))
      .optional()
      .describe('Of a block'),
    maxRows: z.int().optional().describe('Of a block'),
    validation: portRule.optional(),
    defined: definedPort.optional().describe('What the master API definition of the product says about it'),
  })
  .meta({ id: 'EnginePort' })

export type EnginePort = z.infer<typeof enginePort>

/** The inputs and outputs of an engine. */
export const engineInterface = z
  .object({
    inputs: z.array(enginePort),
    outputs: z.array(enginePort),
    subservices: z.array(z.object({ name: z.string(), inputs: z.array(enginePort), outputs: z.array(enginePort) })),
    metadata: z.record(z.string(), z.unknown()).describe('Served without calculating'),
    validations: z.array(z.object({ name: z.string(), cell: z.string() })),
    solves: z.array(
      z.object({
        name: z.string(),
        cell: z.string(),
        target: z.string(),
        changing: z.string(),
        algorithm: z.enum(['SECANT', 'BRENT']),
        maxChange: z.number(),
        maxIterations: z.int(),
      }),
    ),
    reports: z.array(z.object({ name: z.string(), cell: z.string(), description: z.string() })),
    images: z.array(z.object({ name: z.string(), cell: z.string(), description: z.string() })),
    references: z.array(z.object({ name: z.string(), cell: z.string(), headings: z.array(z.string()) })),
    properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'EngineInterface' })

export type EngineInterface = z.infer<typeof engineInterface>
