import type { LayoutProblem, LayoutProblemCode } from '@sheetwright/contract/calculators/layout-problems.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import type { Text } from '../../../platform/messages/use-text.ts'

const names: Readonly<Record<LayoutProblemCode, MessageId>> = {
  shape: 'FormProblem.shape',
  noJson: 'FormProblem.noJson',
  missing: 'FormProblem.missing',
  wrongType: 'FormProblem.wrongType',
  notOneOf: 'FormProblem.notOneOf',
  unknownKey: 'FormProblem.unknownKey',
  unknownInput: 'FormProblem.unknownInput',
  unknownOutput: 'FormProblem.unknownOutput',
  inputTwice: 'FormProblem.inputTwice',
  unknownSection: 'FormProblem.unknownSection',
  sectionTwice: 'FormProblem.sectionTwice',
  widget: 'FormProblem.widget',
  sliderRange: 'FormProblem.sliderRange',
  default: 'FormProblem.default',
  ownCondition: 'FormProblem.ownCondition',
  pictureOption: 'FormProblem.pictureOption',
  notCell: 'FormProblem.notCell',
  notTable: 'FormProblem.notTable',
  unknownColumn: 'FormProblem.unknownColumn',
  notNumbers: 'FormProblem.notNumbers',
  noText: 'FormProblem.noText',
}

/** A problem of a form, by its key; without one if the whole form is meant. */
export function problemLine(text: Text, { key, problem, value }: LayoutProblem): string {
  const line = text(names[problem], { value })
  return key === '' ? line : `${key}: ${line}`
}
