/** Names that files store as a number. */
const builtIn = [
  'Consolidate_Area',
  'Auto_Open',
  'Auto_Close',
  'Extract',
  'Database',
  'Criteria',
  'Print_Area',
  'Print_Titles',
  'Recorder',
  'Data_Form',
  'Auto_Activate',
  'Auto_Deactivate',
  'Sheet_Title',
  '_FilterDatabase',
] as const

export function builtInName(text: string): string {
  return `_xlnm.${builtIn[text.charCodeAt(0)] ?? text}`
}
