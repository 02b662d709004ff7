import { z } from 'zod'
import { condition } from './condition.ts'
import { localizedText } from './localized-text.ts'
import { picture } from './picture.ts'
import { sectionKey } from './section-key.ts'
import { tutorial } from './tutorial.ts'

const portName = z.string().min(1).max(250)

export const fieldWidgets = [
  'number',
  'slider',
  'select',
  'radio',
  'switch',
  'date',
  'time',
  'datetime',
  'text',
  'table',
  'image',
] as const

export type FieldWidget = (typeof fieldWidgets)[number]

const optionPicture = z.strictObject({ option: z.string().max(250), picture })

/** The widget of an input. */
const formField = z
  .strictObject({
    input: portName,
    label: localizedText,
    help: localizedText.optional(),
    unit: localizedText.optional(),
    widget: z.enum(fieldWidgets),
    min: z.number().optional().describe('Of a slider'),
    max: z.number().optional().describe('Of a slider'),
    step: z.number().positive().optional().describe('Of a slider or a number'),
    pictures: z.array(optionPicture).max(24).optional().describe('Of the widget image: a picture for each option'),
    default: z.unknown().optional().describe('Instead of the value saved in the workbook'),
    shownIf: condition.optional(),
    enabledIf: condition.optional(),
  })
  .meta({ id: 'FormField' })

export type FormField = z.infer<typeof formField>

const formSection = z
  .strictObject({
    key: sectionKey,
    title: localizedText,
    intro: localizedText.optional(),
    columns: z.int().min(1).max(3),
    fields: z.array(formField).max(500),
  })
  .meta({ id: 'FormSection' })

export type FormSection = z.infer<typeof formSection>

const figure = z.strictObject({
  kind: z.literal('figure'),
  output: portName,
  label: localizedText,
  help: localizedText.optional(),
  unit: localizedText.optional(),
  large: z.boolean().describe('Stands out above the others'),
})

const table = z.strictObject({
  kind: z.literal('table'),
  output: portName,
  label: localizedText,
  columns: z
    .array(z.string().max(250))
    .max(200)
    .optional()
    .describe('Headings of the columns that are shown; all unless given'),
})

const sentence = z.strictObject({
  kind: z.literal('sentence'),
  text: localizedText.describe('Names of inputs and outputs in braces stand for their values'),
})

const chart = z.strictObject({
  kind: z.literal('chart'),
  output: portName.describe('A table'),
  label: localizedText,
  chart: z.enum(['line', 'bar', 'stacked']),
  x: z.string().min(1).max(250).describe('Heading of the column along the axis'),
  series: z.array(z.string().min(1).max(250)).min(1).max(6).describe('Headings of the columns that are drawn'),
  unit: localizedText.optional(),
})

/** How results are shown. */
const formResult = z.discriminatedUnion('kind', [figure, table, sentence, chart]).meta({ id: 'FormResult' })

export type FormResult = z.infer<typeof formResult>

/** A calculator's page: its inputs in sections, and how the results are shown. */
export const formLayout = z
  .strictObject({
    formatVersion: z.literal(1),
    title: localizedText,
    intro: localizedText.optional(),
    sections: z.array(formSection).min(1).max(50),
    results: z.array(formResult).max(500),
    tutorial: tutorial.optional(),
  })
  .meta({ id: 'FormLayout' })

export type FormLayout = z.infer<typeof formLayout>
