import {
  conversions,
  type InputRule,
  type PolicyMapping,
  policyEncodings,
  type ResultRule,
} from '@sheetwright/contract/ingenium/mapping.ts'
import type { WrittenSheet } from '../../../platform/workbook/sheets-file.ts'
import { type MappingCell, type MappingSheetName, mappingSheets } from './mapping-columns.ts'

/** A mapping as sheets of a workbook, with a page that explains them. */
export function mappingSheetsOf(mapping: PolicyMapping): WrittenSheet[] {
  const codes: MappingCell[][] = []
  const conditions: MappingCell[][] = []
  const ruleCells = (list: string, { from, ...rule }: InputRule | ResultRule): MappingCell[] => {
    const codeList = Object.keys(rule.codes).length === 0 ? null : list
    const when = rule.when.length === 0 ? null : list
    for (const [code, value] of Object.entries(rule.codes)) codes.push([list, code, value])
    for (const { field, is, value } of rule.when) conditions.push([list, field, is, value])
    const source = from.kind === 'constant' ? from.value : from.name
    return [from.kind, source, rule.conversions.join(', '), codeList, rule.otherCodes, when]
  }
  const rows: Record<MappingSheetName, MappingCell[][]> = {
    Settings: [
      ['mapping', 'recordKey', mapping.recordKey],
      ...(['extract', 'result'] as const).flatMap((layout) =>
        Object.entries(mapping[layout]).flatMap(([setting, value]) =>
          setting === 'fields' ? [] : [[layout, setting, value as MappingCell]],
        ),
      ),
    ],
    Fields: (['extract', 'result'] as const).flatMap((layout) =>
      mapping[layout].fields.map((field) => {
        const at = 'start' in field ? [field.start, field.length, field.type, field.decimals] : [null, null, null, null]
        return [layout, field.name, ...at, 'element' in field ? field.element : null]
      }),
    ),
    Inputs: mapping.inputs.map((rule, i) => [rule.input, ...ruleCells(`Input ${i + 1}`, rule)]),
    Outputs: mapping.outputs.map((rule, i) => [rule.field, ...ruleCells(`Output ${i + 1}`, rule), rule.decimals]),
    Codes: codes,
    Conditions: conditions,
  }
  const readMe = { name: 'README', rows: explanation, widths: [120], headings: 1 }
  return [
    readMe,
    ...(Object.keys(mappingSheets) as MappingSheetName[]).map((name) => ({
      name,
      rows: [[...mappingSheets[name]], ...rows[name]],
      headings: 1,
      widths: mappingSheets[name].map(() => 22),
    })),
  ]
}

const explanation: readonly (readonly string[])[] = [
  ['A mapping between a policy extract and an engine'],
  ['Settings: how the extract and the result lie in a file. Formats: csv, fixed, xml.'],
  [`Encodings: ${policyEncodings.join(', ')}.`],
  [
    'Fields: the fields of the extract and of the result, in their order. Start and length are bytes of a fixed layout.',
  ],
  [
    'Inputs: where each input of the engine comes from: source field or constant. The first rule whose conditions hold gives the value.',
  ],
  ['Outputs: where each field of the result comes from: source field, output or constant.'],
  [`Conversions, separated by commas and applied in their order: ${conversions.join(', ')}.`],
  ['Codes: code lists by name. Other codes: reject or keep.'],
  [
    'Conditions: groups by name; all rows of a group have to hold. Is: equal, notEqual, blank, notBlank, greater, less.',
  ],
]
