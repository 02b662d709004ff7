import type { BumpReason } from '@sheetwright/contract/engines/upload-result.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { Text } from '../../platform/messages/use-text.ts'

const texts: Readonly<Record<BumpReason['kind'], MessageId>> = {
  'first version': 'BumpReason.first',
  'input removed': 'BumpReason.inputRemoved',
  'output removed': 'BumpReason.outputRemoved',
  'input type changed': 'BumpReason.inputType',
  'output type changed': 'BumpReason.outputType',
  'result changed': 'BumpReason.result',
  'input added': 'BumpReason.inputAdded',
  'output added': 'BumpReason.outputAdded',
  'same interface and results': 'BumpReason.same',
}

/** The reason for the proposed revision. */
export function bumpReasonText(text: Text, { kind, name, before, after }: BumpReason): string {
  return text(texts[kind], { name: name ?? '', before: rounded(before), after: rounded(after) })
}

/** A number with Excel's 15 digits; any other text unchanged. */
function rounded(value: string | null): string {
  if (value === null) return ''
  return /^-?\d+\.\d+$/.test(value) ? String(Number(Number(value).toPrecision(15))) : value
}
