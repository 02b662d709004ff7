import type { z } from 'zod'
import type { EnginePort } from '../engines/interface.ts'
import type { Condition } from './condition.ts'
import { isMissing } from '../missing-value.ts'
import { fittingWidgets } from './fitting-widgets.ts'
import { type FormField, type FormLayout, type FormResult, formLayout } from './form-layout.ts'
import type { LocalizedText } from './localized-text.ts'

type Port = Pick<EnginePort, 'name' | 'shape' | 'type' | 'columns' | 'validation'>

interface Ports {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
}

/** Problems of a form and their messages. Braces are placeholders of the value in question. */
const layoutProblemTexts = {
  shape: '{value}',
  noJson: 'The file is not valid JSON',
  missing: 'A value is missing',
  wrongType: 'The value must be of the type {value}',
  notOneOf: 'The value must be one of {value}',
  unknownKey: 'A form has no such key here',
  unknownInput: 'The engine has no input "{value}"',
  unknownOutput: 'The engine has no output "{value}"',
  inputTwice: 'The input "{value}" is asked for twice',
  unknownSection: 'The form has no section "{value}"',
  sectionTwice: 'Another section has the key "{value}"',
  widget: 'The widget "{value}" cannot ask for this input',
  sliderRange: 'A slider needs a smallest and a larger largest value',
  default: 'The default is no value of the input "{value}"',
  ownCondition: 'A field cannot depend on itself',
  pictureOption: 'The list of the input has no option "{value}"',
  notCell: 'The output "{value}" is a table, which a figure cannot show',
  notTable: 'The output "{value}" is no table',
  unknownColumn: 'The table has no column "{value}"',
  notNumbers: 'The column "{value}" holds no numbers, which a chart needs',
  noText: 'The sentence is empty',
} as const

export type LayoutProblemCode = keyof typeof layoutProblemTexts

/** One problem of a form, by its key: `sections[0].fields[2].widget`. */
export interface LayoutProblem {
  readonly key: string
  readonly problem: LayoutProblemCode
  readonly value: string
}

export function layoutProblemText({ problem, value }: LayoutProblem): string {
  return layoutProblemTexts[problem].replace('{value}', () => value)
}

/** An imported form: its layout, or all its problems. */
export function readLayout(given: unknown, ports: Ports): { layout?: FormLayout; problems: LayoutProblem[] } {
  const { data: layout, error } = formLayout.safeParse(given)
  if (layout === undefined) {
    return {
      problems: (error?.issues ?? []).flatMap(shapeProblems),
    }
  }
  return { layout, problems: layoutProblems(layout, ports) }
}

function shapeProblems(issue: z.core.$ZodIssue): LayoutProblem[] {
  const key = keyOf(issue.path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((name) => problemAt(keyOf([...issue.path, name]), 'unknownKey', name))
    case 'invalid_value':
      return [problemAt(key, 'notOneOf', issue.values.map(String).join(', '))]
    case 'invalid_type':
      return [isMissing(issue) ? problemAt(key, 'missing', '') : problemAt(key, 'wrongType', issue.expected)]
    default:
      return [problemAt(key, 'shape', issue.message)]
  }
}

function keyOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (key, part) =>
      typeof part === 'number' ? `${key}[${part}]` : key === '' ? String(part) : `${key}.${String(part)}`,
    '',
  )
}

/** All problems of a form, checked against an engine's interface. */
export function layoutProblems(layout: FormLayout, { inputs, outputs }: Ports): LayoutProblem[] {
  const inputOf = new Map(inputs.map((port) => [port.name, port]))
  const outputOf = new Map(outputs.map((port) => [port.name, port]))
  const seenInputs = new Set<string>()
  const seenKeys = new Set<string>()
  const ofSections = layout.sections.flatMap(({ key, fields }, index) => {
    const at = `sections[${index}]`
    const isTaken = seenKeys.has(key)
    seenKeys.add(key)
    const ofFields = fields.flatMap((field, place) => {
      const isTwice = seenInputs.has(field.input)
      seenInputs.add(field.input)
      const found = fieldProblems(field, inputOf, `${at}.fields[${place}]`)
      return isTwice ? [...found, problemAt(`${at}.fields[${place}].input`, 'inputTwice', field.input)] : found
    })
    return isTaken ? [problemAt(`${at}.key`, 'sectionTwice', key), ...ofFields] : ofFields
  })
  const ofResults = layout.results.flatMap((result, index) =>
    resultProblems(result, inputOf, outputOf, `results[${index}]`),
  )
  const ofSteps = (layout.tutorial?.steps ?? []).flatMap(({ section, values = {} }, index) => {
    const at = `tutorial.steps[${index}]`
    return [
      ...(section === undefined || seenKeys.has(section)
        ? []
        : [problemAt(`${at}.section`, 'unknownSection', section)]),
      ...Object.entries(values).flatMap(([name, value]) => {
        const port = inputOf.get(name)
        if (port === undefined) return [problemAt(`${at}.values.${name}`, 'unknownInput', name)]
        return isValueOf(port, value) ? [] : [problemAt(`${at}.values.${name}`, 'default', name)]
      }),
    ]
  })
  return [...ofSections, ...ofResults, ...ofSteps]
}

function problemAt(key: string, code: LayoutProblemCode, value = ''): LayoutProblem {
  return { key, problem: code, value }
}

function fieldProblems(field: FormField, inputs: ReadonlyMap<string, Port>, at: string): LayoutProblem[] {
  const port = inputs.get(field.input)
  if (port === undefined) return [problemAt(`${at}.input`, 'unknownInput', field.input)]
  const fitting: readonly string[] = fittingWidgets(port)
  const isRange = field.min !== undefined && field.max !== undefined && field.min < field.max
  const options = port.validation?.options?.map(String)
  return [
    ...(fitting.includes(field.widget) ? [] : [problemAt(`${at}.widget`, 'widget', field.widget)]),
    ...(field.widget === 'slider' && !isRange ? [problemAt(`${at}.max`, 'sliderRange')] : []),
    ...('default' in field && !isValueOf(port, field.default)
      ? [problemAt(`${at}.default`, 'default', field.input)]
      : []),
    ...(field.pictures ?? []).flatMap(({ option }, index) =>
      options === undefined || options.includes(option)
        ? []
        : [problemAt(`${at}.pictures[${index}].option`, 'pictureOption', option)],
    ),
    ...conditionProblems(field.shownIf, field.input, inputs, `${at}.shownIf`),
    ...conditionProblems(field.enabledIf, field.input, inputs, `${at}.enabledIf`),
  ]
}

function conditionProblems(
  asked: Condition | undefined,
  own: string,
  inputs: ReadonlyMap<string, Port>,
  at: string,
): LayoutProblem[] {
  return (asked?.comparisons ?? []).flatMap(({ input }, index) => {
    const key = `${at}.comparisons[${index}].input`
    if (!inputs.has(input)) return [problemAt(key, 'unknownInput', input)]
    return input === own ? [problemAt(key, 'ownCondition')] : []
  })
}

/** Whether a default is a possible value of an input; blank always is. */
export function isValueOf({ shape, type, validation }: Port, value: unknown): boolean {
  if (value === null) return true
  if (shape === 'block') return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null)
  const { options, errorStyle } = validation ?? {}
  if (options !== undefined && errorStyle === 'stop') return options.some((option) => option === value)
  switch (type) {
    case 'number':
    case 'integer':
    case 'percent':
    case 'currency':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
    case 'time':
    case 'datetime':
      return typeof value === 'string'
    case 'text':
    case undefined:
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    default:
      return type satisfies never
  }
}

const numeric: ReadonlySet<EnginePort['type']> = new Set(['number', 'integer', 'percent', 'currency'])

function resultProblems(
  result: FormResult,
  inputs: ReadonlyMap<string, Port>,
  outputs: ReadonlyMap<string, Port>,
  at: string,
): LayoutProblem[] {
  if (result.kind === 'sentence') {
    const unknown = namesIn(result.text).filter((name) => !inputs.has(name) && !outputs.has(name))
    const isEmpty = (result.text.en ?? '') === '' && (result.text.ja ?? '') === ''
    return [
      ...(isEmpty ? [problemAt(`${at}.text`, 'noText')] : []),
      ...unknown.map((name) => problemAt(`${at}.text`, 'unknownOutput', name)),
    ]
  }
  const port = outputs.get(result.output)
  if (port === undefined) return [problemAt(`${at}.output`, 'unknownOutput', result.output)]
  if (result.kind === 'figure') {
    return port.shape === 'cell' ? [] : [problemAt(`${at}.output`, 'notCell', result.output)]
  }
  if (port.shape === 'cell') return [problemAt(`${at}.output`, 'notTable', result.output)]
  const columns = new Map((port.columns ?? []).map((column) => [column.heading, column]))
  const unknownIn = (headings: readonly string[], key: string) =>
    headings.flatMap((heading, index) =>
      columns.has(heading) ? [] : [problemAt(`${at}.${key}[${index}]`, 'unknownColumn', heading)],
    )
  if (result.kind === 'table') return unknownIn(result.columns ?? [], 'columns')
  return [
    ...(columns.has(result.x) ? [] : [problemAt(`${at}.x`, 'unknownColumn', result.x)]),
    ...unknownIn(result.series, 'series'),
    ...result.series.flatMap((heading, index) => {
      const column = columns.get(heading)
      return column === undefined || numeric.has(column.type)
        ? []
        : [problemAt(`${at}.series[${index}]`, 'notNumbers', heading)]
    }),
  ]
}

/** The names of inputs and outputs used in a sentence. */
export function namesIn(text: LocalizedText): string[] {
  const names = [text.en ?? '', text.ja ?? ''].flatMap((written) =>
    [...written.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)]
}
