import { type AreaFlag, areaFlags } from '@sheetwright/contract/system/get-spark-configuration.ts'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useConfigurationFlags } from '../queries.ts'

const areaNames: Readonly<Record<AreaFlag, MessageId>> = {
  ShowUsageDetails: 'Area.ShowUsageDetails',
  ShowSDKGenerator: 'Area.ShowSDKGenerator',
  ShowIngeniumConfiguration: 'Area.ShowIngeniumConfiguration',
  ShowConfigurationFiles: 'Area.ShowConfigurationFiles',
  ShowTemplates: 'Area.ShowTemplates',
  ShowCategories: 'Area.ShowCategories',
  ShowDataDictionary: 'Area.ShowDataDictionary',
  ShowInsights: 'Area.ShowInsights',
}

/** Which areas the installation has switched on for the tenant. */
export function AreaFlags() {
  const text = useText()
  const flags = useConfigurationFlags()
  if (flags.isError) return <FailureState error={flags.error} onRetry={() => void flags.refetch()} />
  if (flags.isPending) return <LoadingBlock />
  return (
    <Panel title={text('System.areas')}>
      <FactTable
        label={text('System.areas')}
        facts={areaFlags.map((flag) => ({
          name: text(areaNames[flag]),
          value: flags.data[flag] ? (
            <StatusChip tone="accent" icon={<IconCheck />}>
              {text('Area.on')}
            </StatusChip>
          ) : (
            <StatusChip tone="neutral" icon={<IconMinus />}>
              {text('Area.off')}
            </StatusChip>
          ),
        }))}
      />
    </Panel>
  )
}
