/** A cell of a mapping sheet as it is written and read. */
export type MappingCell = string | number | boolean | null

/** The sheets of a mapping and their columns. Lists of codes and conditions have names that rules refer to. */
export const mappingSheets = {
  Settings: ['Layout', 'Setting', 'Value'],
  Fields: ['Layout', 'Name', 'Start', 'Length', 'Type', 'Decimals', 'Element'],
  Inputs: ['Input', 'Source', 'Name or value', 'Conversions', 'Code list', 'Other codes', 'Conditions'],
  Outputs: ['Field', 'Source', 'Name or value', 'Conversions', 'Code list', 'Other codes', 'Conditions', 'Decimals'],
  Codes: ['Code list', 'Code', 'Value'],
  Conditions: ['Conditions', 'Field', 'Is', 'Value'],
} as const

export type MappingSheetName = keyof typeof mappingSheets

/** The child's reading of a workbook: sheets by name, without their headings. */
export type MappingRows = Readonly<Partial<Record<string, readonly (readonly MappingCell[])[]>>>
