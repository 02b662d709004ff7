import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { mayEngine } from '../engine-access.ts'
import { useEngineVersions } from '../queries.ts'
import { DatesDialog } from './DatesDialog.tsx'
import { VersionTimeline } from './VersionTimeline.tsx'

/** The effective dates of all versions; choosing one edits its dates. */
export function TimelineTab({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const versions = useEngineVersions(engine.productId, engine.id)
  const [editing, setEditing] = useState<EngineVersion>()
  if (versions.isError) return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
  if (versions.isPending) return <LoadingBlock />
  return (
    <Panel title={text('Timeline.label')}>
      <VersionTimeline versions={versions.data} {...(mayEngine('edit', engine) ? { onOpen: setEditing } : {})} />
      {editing !== undefined && <DatesDialog engine={engine} version={editing} onClose={() => setEditing(undefined)} />}
    </Panel>
  )
}
