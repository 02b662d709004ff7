import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { Text } from '../../platform/messages/use-text.ts'
import { valueText } from '../../ui/value-text.ts'

type PortRule = NonNullable<EnginePort['validation']>

const ruleNames: Readonly<Record<string, MessageId>> = {
  whole: 'PortRule.whole',
  decimal: 'PortRule.decimal',
  list: 'PortRule.list',
  date: 'PortRule.date',
  time: 'PortRule.time',
  textLength: 'PortRule.textLength',
  custom: 'PortRule.custom',
}

/** The validation of an input in one line. */
export function ruleText(text: Text, rule: PortRule): string {
  const name = ruleNames[rule.type]
  return [
    ...(rule.options === undefined
      ? [name === undefined ? rule.type : text(name)]
      : [rule.options.map((option) => valueText(option, undefined)).join(text('PortRule.separator'))]),
    ...bounds(text, rule),
    ...(rule.dependsOn.length === 0
      ? []
      : [text('PortRule.dependsOn', { inputs: rule.dependsOn.join(text('PortRule.separator')) })]),
    ...(rule.errorStyle === 'stop' ? [] : [text('PortRule.warns')]),
  ].join(' · ')
}

/** Only the bounds, including those that depend on other inputs; empty if there are none. */
export function boundsText(text: Text, rule: PortRule): string {
  if (rule.options !== undefined || rule.type === 'textLength') return ''
  const parts = bounds(text, rule)
  if (parts.length === 0 || rule.dependsOn.length > 0) return ''
  return [...parts, ...(rule.errorStyle === 'stop' ? [] : [text('PortRule.warns')])].join(' · ')
}

function bounds(text: Text, { min, max }: PortRule): string[] {
  if (min !== undefined && max !== undefined) return [text('PortRule.between', { min, max })]
  if (min !== undefined) return [text('PortRule.atLeast', { min })]
  return max === undefined ? [] : [text('PortRule.atMost', { max })]
}
