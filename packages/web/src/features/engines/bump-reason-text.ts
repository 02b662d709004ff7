import type { BumpReason } from '@sheetwright/contract/engines/upload-result.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { Text } from '../../platform/messages/use-text.ts'
import { excelDigits, isTableText } from '../../ui/value-text.ts'

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
  if (isTableText(before) || isTableText(after)) return text('BumpReason.table', { name: name ?? '' })
  return text(texts[kind], { name: name ?? '', before: excelDigits(before ?? ''), after: excelDigits(after ?? '') })
}
