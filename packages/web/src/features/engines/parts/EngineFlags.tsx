import type { EngineDetail, EngineFlag } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const texts: Readonly<Record<EngineFlag['code'], MessageId>> = {
  RULE_SET_INACTIVE: 'EngineFlag.ruleSetInactive',
  RULE_SET_NOT_IN_EFFECT: 'EngineFlag.ruleSetNotInEffect',
  RULE_WITHOUT_VALUE: 'EngineFlag.ruleWithoutValue',
  REFERENCE_INACTIVE: 'EngineFlag.referenceInactive',
  REFERENCE_NOT_IN_EFFECT: 'EngineFlag.referenceNotInEffect',
  REFERENCE_WITHOUT_VALUE: 'EngineFlag.referenceWithoutValue',
}

/** Warnings to see before relying on an engine. */
export function EngineFlags({ engine }: { engine: EngineDetail }) {
  const text = useText()
  return engine.flags.map(({ code, name }) => (
    <StatusChip key={`${code} ${name}`} tone="attention" icon={<IconAlertTriangle />}>
      {text(texts[code], { name })}
    </StatusChip>
  ))
}
